attack_codes=None
