-- A ledger of format 1 as the first houseway wrote it. Kept as it is: later versions must open it.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO meta VALUES ('format', '1');
CREATE TABLE events (
    table_name TEXT NOT NULL, version INTEGER NOT NULL CHECK (version > 0), at INTEGER NOT NULL, kind TEXT NOT NULL,
    body TEXT NOT NULL, command TEXT NOT NULL, before TEXT NOT NULL, hash TEXT NOT NULL,
    PRIMARY KEY (table_name, version)
) STRICT;
CREATE INDEX commands ON events (table_name, command) WHERE command <> '';
CREATE TRIGGER unchanged BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'a ledger is only added to'); END;
CREATE TRIGGER untaken BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'a ledger is only added to'); END;
CREATE TABLE heads (table_name TEXT PRIMARY KEY, version INTEGER NOT NULL, hash TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE shelves (
    shelf TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (shelf, key)
) STRICT, WITHOUT ROWID;
INSERT INTO events VALUES ('dakota 1', 1, 1700000000000000, 'opened', '{"format":1,"game":"dakota_stud"}', '', '0000000000000000000000000000000000000000000000000000000000000000', 'd03e279b8334d0858dbc918536c55cb155398ee04303b999839a3a034313ba35');
INSERT INTO events VALUES ('dakota 1', 2, 1700000005000000, 'bought_in', '{"player":"zoë","postings":{"cage":-10000,"player:zoë":10000}}', 'c-1', 'd03e279b8334d0858dbc918536c55cb155398ee04303b999839a3a034313ba35', '5d7c840cc1d1f90d19a8cbba79e8591d710a8bf8da0e416502dee94ee87a5538');
INSERT INTO events VALUES ('dakota 1', 3, 1700000009000001, 'bet', '{"player":"zoë","postings":{"felt":500,"player:zoë":-500},"seat":1,"wagers":{"(1)":500}}', 'c-2', '5d7c840cc1d1f90d19a8cbba79e8591d710a8bf8da0e416502dee94ee87a5538', 'e165f35db5ebce305b05a5bb15e5a2848966f9e76fd48e60d154316e7e2859c2');
INSERT INTO events VALUES ('dakota 1', 4, 1700000009000001, 'dealt', '{"note":"quote '' \" \\ \n tab\t","round":1}', 'c-2', 'e165f35db5ebce305b05a5bb15e5a2848966f9e76fd48e60d154316e7e2859c2', 'b0ab78c5a302727f71d200cb51e858499cc81ddcc1c4d74b0d613c0db70409e9');
INSERT INTO events VALUES ('glück ♠', 1, 1700000009000002, 'opened', '{}', 'c-2', '0000000000000000000000000000000000000000000000000000000000000000', '79e850bd68ee13af66b0e8be196ac0bcb545120fd0d2b5c29a56d4ea435417e8');
INSERT INTO events VALUES ('glück ♠', 2, 1700000009000002, 'closed', '{"big":1152921504606846976,"list":[1,[2,{"a":null,"b":true}]],"reason":"night"}', 'c-2', '79e850bd68ee13af66b0e8be196ac0bcb545120fd0d2b5c29a56d4ea435417e8', '8fe0357872d15b3f7e9198761e87c7c4fd42ebbc7b964da94454001ad8d08397');
INSERT INTO events VALUES ('dakota 1', 5, 1700000009000000, 'closed', '{}', '', 'b0ab78c5a302727f71d200cb51e858499cc81ddcc1c4d74b0d613c0db70409e9', 'e480a02296d8c109925f0822bd591d68bc87991557daefaeb662c50059d8237e');
INSERT INTO heads VALUES ('dakota 1', 5, 'e480a02296d8c109925f0822bd591d68bc87991557daefaeb662c50059d8237e');
INSERT INTO heads VALUES ('glück ♠', 2, '8fe0357872d15b3f7e9198761e87c7c4fd42ebbc7b964da94454001ad8d08397');
INSERT INTO shelves VALUES ('keys', 'server', 'not a real key');
