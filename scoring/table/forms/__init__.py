"""The forms for the reason of a correction, for an objection, and for the director's answer to one."""
