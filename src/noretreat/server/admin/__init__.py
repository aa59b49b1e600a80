"""What the host of a site does: finding, suspending, ending, removing; and what is tidied up by itself."""
