"""Does a new statement end an older one? The two texts are compared; neither is reduced to a triple."""
