"""The scenes of the documentation's pictures, and the stage they are set on."""
