"""Pictures to a flat page of ink."""
