BEGIN TRANSACTION;
CREATE TABLE account (
	id TEXT NOT NULL, 
	player TEXT NOT NULL, 
	token TEXT NOT NULL, 
	mail TEXT NOT NULL, 
	password TEXT NOT NULL, 
	made TEXT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE address (
	player TEXT NOT NULL, 
	mail TEXT NOT NULL, 
	confirmed BOOLEAN NOT NULL, 
	code TEXT NOT NULL, 
	off TEXT NOT NULL, 
	quiet_from INTEGER NOT NULL, 
	quiet_to INTEGER NOT NULL, 
	zone TEXT NOT NULL, 
	muted TEXT NOT NULL, choices TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (player)
);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0023');
CREATE TABLE block (
	player TEXT NOT NULL, 
	blocked TEXT NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (player, blocked)
);
CREATE TABLE browser (
	id TEXT NOT NULL, 
	player TEXT NOT NULL, 
	endpoint TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	auth TEXT NOT NULL, 
	made TEXT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE chance (
	game TEXT NOT NULL, 
	secret TEXT NOT NULL, 
	first INTEGER NOT NULL, 
	seeds TEXT NOT NULL, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "chance" VALUES('uzhgh4o32udet3uf','8ddd2311dcd3aebf34f71dbf2b816e9920c9a0ddce875c04133f2ff3799811c7',0,'[]');
INSERT INTO "chance" VALUES('v73la74hoky5ztdh','354d4a24c266d0e1a248fc2c305805074b99c68ab33b77a570a43a4850465804',0,'[]');
CREATE TABLE code (
	id TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	account TEXT, 
	mail TEXT NOT NULL, 
	made TEXT NOT NULL, 
	until TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account) REFERENCES account (id) ON DELETE CASCADE
);
CREATE TABLE conduct (
	id TEXT NOT NULL, 
	player TEXT NOT NULL, 
	game TEXT NOT NULL, 
	at TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	seconds INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
CREATE TABLE entrant (
	tournament TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	player TEXT NOT NULL, 
	joined TEXT NOT NULL, 
	seed INTEGER NOT NULL, 
	gone TEXT NOT NULL, 
	why TEXT NOT NULL, 
	PRIMARY KEY (tournament, number), 
	FOREIGN KEY(tournament) REFERENCES tournament (id) ON DELETE CASCADE
);
CREATE TABLE fixture (
	tournament TEXT NOT NULL, 
	round INTEGER NOT NULL, 
	board INTEGER NOT NULL, 
	leg INTEGER NOT NULL, 
	first INTEGER NOT NULL, 
	second INTEGER NOT NULL, 
	game TEXT NOT NULL, 
	result TEXT NOT NULL, 
	how TEXT NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (tournament, round, board, leg), 
	FOREIGN KEY(tournament) REFERENCES tournament (id) ON DELETE CASCADE
);
CREATE TABLE game (
	id TEXT NOT NULL, 
	owner TEXT NOT NULL, 
	name TEXT NOT NULL, 
	scenario TEXT NOT NULL, 
	options TEXT NOT NULL, 
	created TEXT NOT NULL, 
	updated TEXT NOT NULL, 
	ply INTEGER NOT NULL, 
	rules_version INTEGER NOT NULL, 
	state TEXT NOT NULL, 
	summary TEXT NOT NULL, 
	note TEXT NOT NULL, 
	pace TEXT DEFAULT '' NOT NULL, 
	shared TEXT DEFAULT '' NOT NULL, 
	undone TEXT DEFAULT '' NOT NULL, 
	ended TEXT DEFAULT '' NOT NULL, 
	rewinds INTEGER DEFAULT '0' NOT NULL, 
	bids TEXT DEFAULT '' NOT NULL, manner TEXT DEFAULT '' NOT NULL, rated BOOLEAN DEFAULT 0 NOT NULL, leg INTEGER DEFAULT '0' NOT NULL, pair TEXT DEFAULT '' NOT NULL, tournament TEXT DEFAULT '' NOT NULL, sought TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "game" VALUES('uzhgh4o32udet3uf','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','{"code":"info-scenario","args":{"scenario":"barbarossa"}}','barbarossa','{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false}','2026-11-29T01:36:22.081+00:00','2026-11-29T01:36:22.081+00:00',6,11,'{"setup":{"scenario":"barbarossa","title":"Barbarossa (campaign)","first_turn":1,"last_turn":28,"first_side":0,"skips":["cards","supply","organization"],"options":{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":null,"supports":null,"free_upgrades":null,"switches":[]},"turn":1,"phasing":0,"phase":"cards","step":"","initiative":0,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"0","mover":-1,"mover_points":0,"engaged":"0","axis_control":"10000000800000000000000100000000000000000000020000008000000010000000000000000000025000000000000110000000200000000000000000","soviet_control":"100000020000000000000000800000008000044000000100000001200008000000008000001000000001000020000000100000009000001008000010000000000000000000000040000020000000000000","captured":"0","event_vp":0,"vp_shown":12,"high_tide":0,"draw_pile":"1b7ff7ff6ffe","soviet_pile":"801ffffffffffe","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","unsettled":false,"where":[279,221,134,105,-8,192,249,-8,134,427,105,279,104,700,-8,-8,-8,-8,397,457,-8,-8,-8,-8,-8,-8,-8,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,106,193,280,312,398,53,231,288,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[0,0],"hands":["80048008009000","0"],"triggers":[0,0,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"red_due":["0","0"],"shown":["0","0"],"drawn":[0,0],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"unpaid":[],"battle":null,"ended":null,"stack":[{"frame":"Opening","axis_draw":6,"axis_discard":2,"soviet_draw":0,"soviet_discard":0,"at":"deal_soviet"},{"frame":"DiscardDown","side":0,"keep":4,"why":"opening"}]}','{"turn":1,"months":"6","year":1941,"phase":"cards","actor":"axis","vp":12,"initiative":"axis","finished":false,"outcome":null,"phasing":"axis","pieces":{"axis":["0809","0910","0914","0915","1007","1008","1016","1104","1105","1204"],"soviet":["1010","1014","1107","1211","1304","1810","1902","2008"]}}','','{"since":"2026-11-29T01:36:22.081+00:00","terms":{"kind":"none","each":0,"start":0,"cap":0,"rest":false,"grace":86400}}','','','',0,'','',0,0,'','','');
INSERT INTO "game" VALUES('v73la74hoky5ztdh','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','{"code":"info-scenario","args":{"scenario":"fall_blau"}}','fall_blau','{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false}','2026-11-29T01:36:22.180+00:00','2026-11-29T01:36:22.180+00:00',6,11,'{"setup":{"scenario":"fall_blau","title":"B. Fall Blau","first_turn":7,"last_turn":10,"first_side":0,"skips":["cards"],"options":{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":{"side":"axis","any_of":[{"points":24},{"objectives":2,"hexes":["2117"]}]},"supports":null,"free_upgrades":null,"switches":[]},"turn":7,"phasing":0,"phase":"cards","step":"","initiative":0,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"0","mover":-1,"mover_points":0,"engaged":"0","axis_control":"10000100800001200000000100008000000000000001020000008000000010001000000008000000025000000000000110000040200000000000000000","soviet_control":"100000020000000000000000800000008000044000000000000000000008000000000000001000000000000020000000100000008000001000000010000000000000000000000000000020000000000000","captured":"0","event_vp":0,"vp_shown":20,"high_tide":0,"draw_pile":"801efd7fefffea","soviet_pile":"801ffffffffffe","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","unsettled":false,"where":[464,288,200,317,317,229,375,-8,200,520,111,464,82,700,-8,-8,-8,-8,493,490,346,-7,-8,-8,-8,-5,-8,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,142,230,376,318,435,53,260,289,171,551,231,519,84,-3,494,-7,-7,-8,-8,-8,-5,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[0,0],"hands":["10280000014","0"],"triggers":[0,0,0],"played":["100000","0"],"lost_draws":[0,0],"local_support":[-1,-1],"red_due":["0","0"],"shown":["0","0"],"drawn":[0,0],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[20],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"unpaid":[],"battle":null,"ended":null,"stack":[{"frame":"Opening","axis_draw":6,"axis_discard":2,"soviet_draw":0,"soviet_discard":0,"at":"deal_soviet"},{"frame":"DiscardDown","side":0,"keep":3,"why":"opening"}]}','{"turn":7,"months":"5-6","year":1942,"phase":"cards","actor":"axis","vp":20,"initiative":"axis","finished":false,"outcome":null,"phasing":"axis","pieces":{"axis":["1317","1418","1613","1617","1711","1712","1716","1803","1804","1807","1808","1810"],"soviet":["1318","1519","1713","1715","1717","1811","1902","1905","1906","1908","1909","1910","2003","2008"]}}','','{"since":"2026-11-29T01:36:22.180+00:00","terms":{"kind":"none","each":0,"start":0,"cap":0,"rest":false,"grace":86400}}','','','',0,'','',0,0,'','','');
CREATE TABLE guest (
	game TEXT NOT NULL, 
	player TEXT NOT NULL, 
	host TEXT NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (game, player), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
CREATE TABLE habit (
	player TEXT NOT NULL, 
	language TEXT NOT NULL, 
	zone TEXT NOT NULL, 
	weekly TEXT NOT NULL, 
	holidays TEXT NOT NULL, 
	found TEXT NOT NULL, 
	PRIMARY KEY (player)
);
CREATE TABLE job (
	game TEXT NOT NULL, 
	owner TEXT NOT NULL, 
	asked TEXT NOT NULL, 
	seen TEXT NOT NULL, 
	claim TEXT NOT NULL, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
CREATE TABLE measure (
	kind TEXT NOT NULL, 
	target TEXT NOT NULL, 
	until TEXT NOT NULL, 
	text TEXT NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (kind, target)
);
CREATE TABLE meta (
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "meta" VALUES('mark','mark');
CREATE TABLE notebook (
	game TEXT NOT NULL, 
	side TEXT NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (game, side), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
CREATE TABLE notice (
	id TEXT NOT NULL, 
	player TEXT NOT NULL, 
	game TEXT, 
	kind TEXT NOT NULL, 
	text TEXT NOT NULL, 
	mail TEXT NOT NULL, 
	made TEXT NOT NULL, 
	due TEXT NOT NULL, 
	state TEXT NOT NULL, 
	claim TEXT NOT NULL, 
	tries INTEGER NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
CREATE TABLE passkey (
	id TEXT NOT NULL, 
	account TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	count INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	made TEXT NOT NULL, 
	used TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account) REFERENCES account (id) ON DELETE CASCADE
);
CREATE TABLE player (
	id TEXT NOT NULL, 
	name TEXT NOT NULL, 
	color TEXT NOT NULL, 
	recovery TEXT NOT NULL, 
	sealed TEXT NOT NULL, 
	seen TEXT NOT NULL, 
	page TEXT DEFAULT '' NOT NULL, 
	shown BOOLEAN DEFAULT 1 NOT NULL, sought TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE proposal (
	game TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	side TEXT NOT NULL, 
	ply INTEGER NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (game, kind), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
CREATE TABLE rated (
	game TEXT NOT NULL, 
	side TEXT NOT NULL, 
	player TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	result TEXT NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (game, side)
);
CREATE TABLE rating (
	player TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	side TEXT NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	games INTEGER NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (player, kind, side)
);
CREATE TABLE report (
	id TEXT NOT NULL, 
	at TEXT NOT NULL, 
	game TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	reporter TEXT NOT NULL, 
	speaker TEXT NOT NULL, 
	why TEXT NOT NULL, 
	context TEXT NOT NULL, 
	settled TEXT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE review (
	game TEXT NOT NULL, 
	coach TEXT NOT NULL, 
	ply INTEGER NOT NULL, 
	rewinds INTEGER NOT NULL, 
	asked TEXT NOT NULL, 
	state TEXT NOT NULL, 
	share FLOAT NOT NULL, 
	claim TEXT NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (game, coach), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
CREATE TABLE seat (
	game TEXT NOT NULL, 
	side TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	name TEXT NOT NULL, 
	level TEXT NOT NULL, 
	token TEXT NOT NULL, 
	invite TEXT NOT NULL, 
	claimed BOOLEAN NOT NULL, 
	passes TEXT NOT NULL, 
	away BOOLEAN NOT NULL, 
	orders TEXT DEFAULT '' NOT NULL, former TEXT DEFAULT '' NOT NULL, left_at TEXT DEFAULT '' NOT NULL, public BOOLEAN DEFAULT 0 NOT NULL, looked INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (game, side), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "seat" VALUES('uzhgh4o32udet3uf','axis','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1,'',0,'','','',0,0);
INSERT INTO "seat" VALUES('uzhgh4o32udet3uf','soviet','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1,'',0,'','','',0,0);
INSERT INTO "seat" VALUES('v73la74hoky5ztdh','axis','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1,'',0,'','','',0,0);
INSERT INTO "seat" VALUES('v73la74hoky5ztdh','soviet','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1,'',0,'','','',0,0);
CREATE TABLE security (
	id TEXT NOT NULL, 
	at TEXT NOT NULL, 
	"by" TEXT NOT NULL, 
	act TEXT NOT NULL, 
	subject TEXT NOT NULL, 
	about TEXT NOT NULL, 
	until TEXT NOT NULL, 
	why TEXT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE session (
	id TEXT NOT NULL, 
	account TEXT NOT NULL, 
	made TEXT NOT NULL, 
	seen TEXT NOT NULL, 
	program TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account) REFERENCES account (id) ON DELETE CASCADE
);
CREATE TABLE snapshot (
	game TEXT NOT NULL, 
	ply INTEGER NOT NULL, 
	rules_version INTEGER NOT NULL, 
	state TEXT NOT NULL, 
	PRIMARY KEY (game, ply), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "snapshot" VALUES('uzhgh4o32udet3uf',0,11,'{"setup":{"scenario":"barbarossa","title":"Barbarossa (campaign)","first_turn":1,"last_turn":28,"first_side":0,"skips":["cards","supply","organization"],"options":{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":null,"supports":null,"free_upgrades":null,"switches":[]},"turn":1,"phasing":0,"phase":"cards","step":"","initiative":0,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"0","mover":-1,"mover_points":0,"engaged":"0","axis_control":"10000000800000000000000100000000000000000000020000008000000010000000000000000000025000000000000110000000200000000000000000","soviet_control":"100000020000000000000000800000008000044000000100000001200008000000008000001000000001000020000000100000009000001008000010000000000000000000000040000020000000000000","captured":"0","event_vp":0,"vp_shown":12,"high_tide":0,"draw_pile":"801ffffffffffe","soviet_pile":"801ffffffffffe","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","unsettled":false,"where":[279,221,134,105,-8,192,249,-8,134,427,105,279,104,700,-8,-8,-8,-8,397,457,-8,-8,-8,-8,-8,-8,-8,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,106,193,280,312,398,53,231,288,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[0,0],"hands":["0","0"],"triggers":[0,0,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"red_due":["0","0"],"shown":["0","0"],"drawn":[0,0],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"unpaid":[],"battle":null,"ended":null,"stack":[{"frame":"Opening","axis_draw":6,"axis_discard":2,"soviet_draw":0,"soviet_discard":0,"at":"cut_axis"},{"frame":"DrawCards","side":0,"count":6}]}');
INSERT INTO "snapshot" VALUES('v73la74hoky5ztdh',0,11,'{"setup":{"scenario":"fall_blau","title":"B. Fall Blau","first_turn":7,"last_turn":10,"first_side":0,"skips":["cards"],"options":{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":{"side":"axis","any_of":[{"points":24},{"objectives":2,"hexes":["2117"]}]},"supports":null,"free_upgrades":null,"switches":[]},"turn":7,"phasing":0,"phase":"cards","step":"","initiative":0,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"0","mover":-1,"mover_points":0,"engaged":"0","axis_control":"10000100800001200000000100008000000000000001020000008000000010001000000008000000025000000000000110000040200000000000000000","soviet_control":"100000020000000000000000800000008000044000000000000000000008000000000000001000000000000020000000100000008000001000000010000000000000000000000000000020000000000000","captured":"0","event_vp":0,"vp_shown":20,"high_tide":0,"draw_pile":"801ffffffffffe","soviet_pile":"801ffffffffffe","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","unsettled":false,"where":[464,288,200,317,317,229,375,-8,200,520,111,464,82,700,-8,-8,-8,-8,493,490,346,-7,-8,-8,-8,-5,-8,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,142,230,376,318,435,53,260,289,171,551,231,519,84,-3,494,-7,-7,-8,-8,-8,-5,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[0,0],"hands":["0","0"],"triggers":[0,0,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"red_due":["0","0"],"shown":["0","0"],"drawn":[0,0],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"unpaid":[],"battle":null,"ended":null,"stack":[{"frame":"Opening","axis_draw":6,"axis_discard":2,"soviet_draw":0,"soviet_discard":0,"at":"cut_axis"},{"frame":"DrawCards","side":0,"count":6}]}');
CREATE TABLE step (
	game TEXT NOT NULL, 
	ply INTEGER NOT NULL, 
	actor TEXT NOT NULL, 
	action TEXT NOT NULL, 
	events TEXT NOT NULL, 
	ordered BOOLEAN DEFAULT 0 NOT NULL, 
	worth FLOAT, forced BOOLEAN, 
	PRIMARY KEY (game, ply), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "step" VALUES('uzhgh4o32udet3uf',1,'chance','{"type":"Dealt","card":27}','[{"type":"CardDrawn","side":"axis","card":27}]',0,NULL,1);
INSERT INTO "step" VALUES('uzhgh4o32udet3uf',2,'chance','{"type":"Dealt","card":42}','[{"type":"CardDrawn","side":"axis","card":42}]',0,NULL,1);
INSERT INTO "step" VALUES('uzhgh4o32udet3uf',3,'chance','{"type":"Dealt","card":55}','[{"type":"CardDrawn","side":"axis","card":55}]',0,NULL,1);
INSERT INTO "step" VALUES('uzhgh4o32udet3uf',4,'chance','{"type":"Dealt","card":15}','[{"type":"CardDrawn","side":"axis","card":15}]',0,NULL,1);
INSERT INTO "step" VALUES('uzhgh4o32udet3uf',5,'chance','{"type":"Dealt","card":12}','[{"type":"CardDrawn","side":"axis","card":12}]',0,NULL,1);
INSERT INTO "step" VALUES('uzhgh4o32udet3uf',6,'chance','{"type":"Dealt","card":39}','[{"type":"CardDrawn","side":"axis","card":39}]',0,NULL,1);
INSERT INTO "step" VALUES('v73la74hoky5ztdh',1,'chance','{"type":"Dealt","card":4}','[{"type":"CardDrawn","side":"axis","card":4}]',0,NULL,1);
INSERT INTO "step" VALUES('v73la74hoky5ztdh',2,'chance','{"type":"Dealt","card":33}','[{"type":"CardDrawn","side":"axis","card":33}]',0,NULL,1);
INSERT INTO "step" VALUES('v73la74hoky5ztdh',3,'chance','{"type":"Dealt","card":40}','[{"type":"CardDrawn","side":"axis","card":40}]',0,NULL,1);
INSERT INTO "step" VALUES('v73la74hoky5ztdh',4,'chance','{"type":"Dealt","card":20}','[{"type":"CardDrawn","side":"axis","card":20},{"type":"EventPlayed","side":"axis","card":20,"mode":""},{"type":"DeckReshuffled","cards":null},{"type":"CardDiscarded","side":"axis","card":20,"why":"event"}]',0,NULL,1);
INSERT INTO "step" VALUES('v73la74hoky5ztdh',5,'chance','{"type":"Dealt","card":31}','[{"type":"CardDrawn","side":"axis","card":31}]',0,NULL,1);
INSERT INTO "step" VALUES('v73la74hoky5ztdh',6,'chance','{"type":"Dealt","card":2}','[{"type":"CardDrawn","side":"axis","card":2}]',0,NULL,1);
CREATE TABLE talk (
	game TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	at TEXT NOT NULL, 
	side TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (game, number), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
CREATE TABLE tournament (
	id TEXT NOT NULL, 
	owner TEXT NOT NULL, 
	name TEXT NOT NULL, 
	scenario TEXT NOT NULL, 
	terms TEXT NOT NULL, 
	state TEXT NOT NULL, 
	created TEXT NOT NULL, 
	begun TEXT NOT NULL, 
	ended TEXT NOT NULL, 
	round INTEGER NOT NULL, 
	rounds INTEGER NOT NULL, 
	until TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE tries (
	"key" TEXT NOT NULL, 
	"full" FLOAT NOT NULL, 
	PRIMARY KEY ("key")
);
CREATE INDEX ix_game_owner ON game (owner);
CREATE INDEX game_shared ON game (shared, ended, updated);
CREATE INDEX game_ended ON game (ended);
CREATE INDEX ix_seat_token ON seat (token);
CREATE INDEX ix_player_recovery ON player (recovery);
CREATE INDEX ix_player_page ON player (page);
CREATE INDEX ix_conduct_game ON conduct (game);
CREATE INDEX conduct_player ON conduct (player, kind, at);
CREATE INDEX ix_address_code ON address (code);
CREATE INDEX ix_address_off ON address (off);
CREATE INDEX ix_notice_player ON notice (player);
CREATE INDEX ix_notice_game ON notice (game);
CREATE INDEX notice_due ON notice (state, due);
CREATE INDEX ix_job_owner ON job (owner);
CREATE INDEX ix_habit_found ON habit (found);
CREATE INDEX ix_browser_player ON browser (player);
CREATE INDEX ix_guest_host ON guest (host);
CREATE INDEX ix_guest_player ON guest (player);
CREATE INDEX ix_report_reporter ON report (reporter);
CREATE UNIQUE INDEX ix_account_player ON account (player);
CREATE UNIQUE INDEX ix_account_mail ON account (mail);
CREATE INDEX ix_session_account ON session (account);
CREATE INDEX ix_code_mail ON code (mail);
CREATE INDEX ix_code_until ON code (until);
CREATE INDEX ix_code_account ON code (account);
CREATE INDEX ix_passkey_account ON passkey (account);
CREATE INDEX ix_block_blocked ON block (blocked);
CREATE INDEX ix_seat_former ON seat (former);
CREATE INDEX rating_order ON rating (kind, side, mu);
CREATE INDEX rated_player ON rated (player, at);
CREATE INDEX security_at ON security (at);
CREATE INDEX ix_security_subject ON security (subject);
CREATE INDEX ix_tournament_owner ON tournament (owner);
CREATE INDEX tournament_state ON tournament (state, created);
CREATE INDEX ix_entrant_player ON entrant (player);
CREATE INDEX ix_fixture_game ON fixture (game);
CREATE INDEX review_state ON review (state, asked);
COMMIT;
