"""What leaves the club: links that only read, feeds, files.

Links are made and withdrawn in `scoring/accounts/verbs.py`; `SharingQuerySet.readable` says which still open.
"""
