"""`make scale`: a club night on two app servers and one PostgreSQL behind a proxy; is anything lost?"""
