"""`make scale`: a club night on two app servers and a PostgreSQL with a replica; is anything lost?"""
