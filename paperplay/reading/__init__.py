"""The one way to read many photos: a pool of processes, or a cluster, and notes to go on from."""
