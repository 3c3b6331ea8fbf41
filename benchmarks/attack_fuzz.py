attack_fuzz=None
