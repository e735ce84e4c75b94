BEGIN TRANSACTION;
CREATE TABLE accounts (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	owner TEXT NOT NULL, 
	token_hash TEXT NOT NULL, 
	created_at DATETIME NOT NULL, 
	revoked_at DATETIME, organiser BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_accounts PRIMARY KEY (id), 
	CONSTRAINT uq_accounts_name UNIQUE (name), 
	CONSTRAINT uq_accounts_token_hash UNIQUE (token_hash)
);
INSERT INTO "accounts" VALUES(1,'ada/raiser','ada','2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b','2026-11-30 12:00:00.000000',NULL,0);
INSERT INTO "accounts" VALUES(2,'ada/folder','ada','d9298a10d1b0735837dc4bd85dac641b0f3cef27a47e5d53a54f2f3f5b2fcffa','2026-11-30 12:00:00.000000','2026-11-30 12:00:00.000000',0);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('arena0003');
CREATE TABLE begun (
	run_id INTEGER NOT NULL, 
	pairing TEXT NOT NULL, 
	pass_number INTEGER NOT NULL, 
	attempt INTEGER NOT NULL, 
	CONSTRAINT pk_begun PRIMARY KEY (run_id, pairing, pass_number, attempt), 
	CONSTRAINT fk_begun_run_id_runs FOREIGN KEY(run_id) REFERENCES runs (id)
)
 WITHOUT ROWID

;
CREATE TABLE blocks (
	match_row INTEGER NOT NULL, 
	deal_number INTEGER NOT NULL, 
	net_chips BLOB NOT NULL, 
	charged BLOB NOT NULL, 
	hand_count SMALLINT NOT NULL, 
	leg_count SMALLINT NOT NULL, regrets BLOB, luck BLOB, prizes BLOB, 
	CONSTRAINT pk_blocks PRIMARY KEY (match_row, deal_number), 
	CONSTRAINT fk_blocks_match_row_matches FOREIGN KEY(match_row) REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "blocks" VALUES(1,0,X'0C00000000000000F4FFFFFFFFFFFFFF',X'0000',2,2,NULL,NULL,NULL);
INSERT INTO "blocks" VALUES(1,1,X'FBFFFFFFFFFFFFFF0500000000000000',X'0000',2,2,NULL,NULL,NULL);
INSERT INTO "blocks" VALUES(2,0,X'0E00000000000000F2FFFFFFFFFFFFFF',X'0000',2,2,NULL,NULL,NULL);
INSERT INTO "blocks" VALUES(2,1,X'F0FFFFFFFFFFFFFF1000000000000000',X'0001',1,2,NULL,NULL,NULL);
INSERT INTO "blocks" VALUES(4,0,X'FDFFFFFFFFFFFFFF',X'00',1,1,X'0000000000000000',NULL,NULL);
INSERT INTO "blocks" VALUES(4,1,X'0400000000000000',X'00',1,1,X'0000000000000000',NULL,NULL);
CREATE TABLE faults (
	id INTEGER NOT NULL, 
	match_row INTEGER NOT NULL, 
	leg SMALLINT NOT NULL, 
	player SMALLINT NOT NULL, 
	hand_number INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	detail TEXT NOT NULL, 
	played TEXT NOT NULL, 
	incident INTEGER NOT NULL, 
	CONSTRAINT pk_faults PRIMARY KEY (id), 
	CONSTRAINT fk_faults_match_row_matches FOREIGN KEY(match_row) REFERENCES matches (id)
);
INSERT INTO "faults" VALUES(1,2,1,1,1,'late','2.1 s','fold',20);
CREATE TABLE hands (
	match_row INTEGER NOT NULL, 
	leg SMALLINT NOT NULL, 
	deal_number INTEGER NOT NULL, 
	record BLOB NOT NULL, 
	CONSTRAINT pk_hands PRIMARY KEY (match_row, leg, deal_number), 
	CONSTRAINT fk_hands_match_row_matches FOREIGN KEY(match_row) REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "hands" VALUES(1,0,0,X'12060202383802021A020201');
INSERT INTO "hands" VALUES(1,0,1,X'080112030204011A020102');
INSERT INTO "hands" VALUES(1,1,0,X'12080202362A040505011A021A19');
INSERT INTO "hands" VALUES(1,1,1,X'08011204020405011A020807');
INSERT INTO "hands" VALUES(2,0,0,X'1207040336300405011A021314');
INSERT INTO "hands" VALUES(2,0,1,X'08011207040330290405031A021F20');
INSERT INTO "hands" VALUES(2,1,0,X'1204020405011A020807');
INSERT INTO "hands" VALUES(4,0,0,X'1204070402021A010530014203000000');
INSERT INTO "hands" VALUES(4,0,1,X'08011204070404041A010830014203000000');
CREATE TABLE legs (
	match_row INTEGER NOT NULL, 
	leg SMALLINT NOT NULL, 
	status TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	forfeiter SMALLINT, 
	incidents TEXT NOT NULL, 
	spent_s TEXT NOT NULL, 
	lag_s FLOAT NOT NULL, 
	outputs TEXT NOT NULL, cause TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_legs PRIMARY KEY (match_row, leg), 
	CONSTRAINT fk_legs_match_row_matches FOREIGN KEY(match_row) REFERENCES matches (id)
);
INSERT INTO "legs" VALUES(1,0,'completed','',NULL,'[0,0]','[]',0.0,'[]','');
INSERT INTO "legs" VALUES(1,1,'completed','',NULL,'[0,0]','[]',0.0,'[]','');
INSERT INTO "legs" VALUES(2,0,'completed','',NULL,'[0,0]','[]',0.0,'[]','');
INSERT INTO "legs" VALUES(2,1,'forfeited','bot-2: 20 fault incidents',1,'[0,20]','[]',0.0,'[]','');
INSERT INTO "legs" VALUES(3,0,'void','a worker died',NULL,'[0,0]','[]',0.0,'[]','');
INSERT INTO "legs" VALUES(4,0,'completed','',NULL,'[0]','[]',0.0,'[]','');
CREATE TABLE matches (
	id INTEGER NOT NULL, 
	run_id INTEGER NOT NULL, 
	pairing TEXT NOT NULL, 
	pass_number INTEGER NOT NULL, 
	attempt INTEGER NOT NULL, 
	match_id TEXT NOT NULL, 
	status TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	seed BLOB NOT NULL, 
	commitment TEXT NOT NULL, 
	deal_count INTEGER NOT NULL, 
	mirrored BOOLEAN NOT NULL, 
	hand_count INTEGER NOT NULL, 
	hands_digest TEXT NOT NULL, 
	ended_at DATETIME NOT NULL, cause TEXT DEFAULT '' NOT NULL, measured BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_matches PRIMARY KEY (id), 
	CONSTRAINT fk_matches_run_id_runs FOREIGN KEY(run_id) REFERENCES runs (id), 
	CONSTRAINT uq_matches_run_id_pairing_pass_number_attempt UNIQUE (run_id, pairing, pass_number, attempt)
);
INSERT INTO "matches" VALUES(1,1,'0-1',0,0,'2b9d9ae663c1','completed','',X'0EAB1D81A5EEB1FA8ADAD6375754A4A94094FE536C33C51D6CB6C1C6D226D4E6','355a0601466ad6bba81270b691f430a92cf0fb99d96ccfca436a9a5489674d52',2,1,4,'1bd37fa5cf11a970a15696c89e3fae643f91a257abe23dcc1fca250adae7a7f2','2026-11-30 12:00:00.000000','',0);
INSERT INTO "matches" VALUES(2,1,'1-2',0,0,'1f4e22bf7b41','forfeited','bot-2: 20 fault incidents',X'948B78DF1158E89AE89710EC2CB70A5B0A618DEEDE0E71BE8FAEBBC523C85A2F','d36086d23531c15e822fe998af85ce2b12d7d588f5a3622447f549dcfeb82fb1',2,1,3,'80815c38c1fee31ebac2ffae924588c2aef6afa421520b8eae1f46bb1aba5104','2026-11-30 12:00:00.000000','',0);
INSERT INTO "matches" VALUES(3,1,'0-2',0,0,'a9b56f1e4ad8','void','a worker died',X'6C32E7E9EF5CC7DE9B266D516DF103D469ADDD9DB6861158DD950A4AE844D003','047ca0e51812fd2141efdbd248e642130548218c4d0dd11ce24cd3aea35aa19b',2,1,0,'df3f619804a92fdb4057192dc43dd748ea778adc52bc498ce80524c014b81119','2026-11-30 12:00:00.000000','',0);
INSERT INTO "matches" VALUES(4,2,'0',0,0,'96d3b6dc9422','completed','',X'2FE53275FA340FC99FF6A9A03778AF15DC89443E01B9611AA52D9684A839833D','3e3d18646227b281d1eff0475aa449448b3abf4c75f1f8dfdb6cab1e1e0ae9b6',2,1,2,'4ca9465b09efec789ba47c5e49c6ad8176f66435adf19e2ed066e4bb14411809','2026-11-30 12:00:00.000000','',0);
CREATE TABLE orders (
	id INTEGER NOT NULL, 
	run_id INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	subject TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	"by" TEXT NOT NULL, 
	entrant TEXT, 
	pass_number INTEGER, 
	given_at DATETIME NOT NULL, 
	CONSTRAINT pk_orders PRIMARY KEY (id), 
	CONSTRAINT fk_orders_run_id_runs FOREIGN KEY(run_id) REFERENCES runs (id)
);
CREATE TABLE revision (
	id INTEGER NOT NULL, 
	number BIGINT NOT NULL, 
	CONSTRAINT pk_revision PRIMARY KEY (id), 
	CONSTRAINT ck_revision_one_row CHECK (id = 1)
);
INSERT INTO "revision" VALUES(1,11);
CREATE TABLE runs (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	game TEXT NOT NULL, 
	document TEXT NOT NULL, 
	master BLOB NOT NULL, 
	commitment TEXT NOT NULL, 
	seeded BOOLEAN NOT NULL, 
	status TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	started_at DATETIME NOT NULL, 
	ended_at DATETIME, holder TEXT, held_until DATETIME, paused BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_runs PRIMARY KEY (id)
);
INSERT INTO "runs" VALUES(1,'Evening draw','five_card_draw','{"name": "Evening draw", "game": "five_card_draw", "format": "round_robin", "timezone": "UTC", "missed": "skip", "overlap": "queue", "rules": {"ante": 1, "small_bet": 3, "big_bet": 6, "max_raises": 3, "all_in": false, "stacks": "reset"}, "play": {"seats": 2, "deals_per_match": 2, "deals": "mirrored", "max_hands": 20000, "stop": "decided", "confidence": 0.95, "publish": "all", "entry": "listed"}, "clock": {"move_s": 0.1, "hand_s": 0.3333333333333333, "incident_limit": 20, "grace_s": 30.0, "start_s": 10.0}, "entrant": [{"name": "bot-0", "builtin": "draw/random"}, {"name": "bot-1", "builtin": "draw/random"}, {"name": "bot-2", "builtin": "draw/random"}]}',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd',1,'stopped','interrupted','2026-11-30 12:00:00.000000','2026-11-30 12:00:00.000000',NULL,NULL,0);
INSERT INTO "runs" VALUES(2,'House','holdem_bonus','{"name": "House", "game": "holdem_bonus", "format": "solo", "timezone": "UTC", "missed": "skip", "overlap": "queue", "rules": {"ante_min": 1, "ante_max": 1, "ante_step": 1, "bonus_max": 0, "ante_pays_from": "straight", "bonus_paytable": [30, 25, 20, 15, 10, 5, 3]}, "play": {"seats": 1, "deals_per_match": 2, "deals": "mirrored", "max_hands": 2, "stop": "max_hands", "confidence": 0.95, "publish": "all", "entry": "listed"}, "clock": {"move_s": 2.0, "hand_s": 1.0, "incident_limit": 20, "grace_s": 30.0, "start_s": 10.0}, "entrant": [{"name": "a", "builtin": "bonus/easy"}]}',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd',0,'completed','','2026-11-30 12:00:00.000000','2026-11-30 12:00:00.000000',NULL,NULL,0);
CREATE INDEX ix_matches_match_id ON matches (match_id);
CREATE INDEX ix_faults_match_row ON faults (match_row);
CREATE INDEX ix_orders_run_id ON orders (run_id);
COMMIT;
