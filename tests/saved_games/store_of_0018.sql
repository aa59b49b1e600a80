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
INSERT INTO "alembic_version" VALUES('0018');
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
INSERT INTO "chance" VALUES('ddmy7pqn46upryck','b20f3d2747ce3d47739143af20c0d063dbafaf40c8a88871472b164ab674e08a',0,'[]');
INSERT INTO "chance" VALUES('2xfze5rpwyptkc6l','b9612b993ac8dd4d67d398ed3ea0456f2b2e60546b47a3514fe6da5ca7591646',0,'[]');
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
	bids TEXT DEFAULT '' NOT NULL, manner TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "game" VALUES('ddmy7pqn46upryck','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','{"code":"info-scenario","args":{"scenario":"fall_blau"}}','fall_blau','{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false}','2026-11-28T07:47:19.197+00:00','2026-11-28T07:47:19.253+00:00',14,11,'{"setup":{"scenario":"fall_blau","title":"B. Fall Blau","first_turn":7,"last_turn":10,"first_side":0,"skips":["cards"],"options":{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":{"side":"axis","any_of":[{"points":24},{"objectives":2,"hexes":["2117"]}]},"supports":null,"free_upgrades":null,"switches":[]},"turn":7,"phasing":0,"phase":"movement","step":"","initiative":0,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"200400","mover":10,"mover_points":1,"engaged":"0","axis_control":"10000100800001200000000100008000000000000001020000008000000010001000000008000000025000000000000110000040200000000000000000","soviet_control":"100000020000000000000000800000008000044000000000000000000008000000000000001000000000000020000000100000008000001000000010000000000000000000000000000020000000000000","captured":"0","event_vp":0,"vp_shown":20,"high_tide":0,"draw_pile":"801fdf7ffdbfdc","soviet_pile":"801ffffffffffe","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","unsettled":false,"where":[464,288,200,317,317,229,375,-8,200,520,199,464,-1,700,-8,-8,-8,-8,493,490,346,188,-8,-8,-8,-5,-8,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,142,230,376,318,435,53,260,289,171,551,231,519,84,-3,494,-7,-7,-8,-8,-8,-5,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[2,0],"hands":["80024002","0"],"triggers":[0,0,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"red_due":["0","0"],"shown":["0","0"],"drawn":[0,0],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[5,37],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"unpaid":[],"battle":null,"ended":null,"stack":[{"frame":"GameTurn","at":"soviet_turn"},{"frame":"PlayerTurn","side":0,"at":"end_of_movement"},{"frame":"EndPhase","at":""},{"frame":"MoveUnits"}]}','{"turn":7,"months":"5-6","year":1942,"phase":"movement","actor":"axis","vp":20,"initiative":"axis","finished":false,"outcome":null,"pieces":{"axis":["0607","1317","1418","1613","1617","1707","1711","1712","1716","1807","1808","1810"],"soviet":["1318","1519","1713","1715","1717","1811","1902","1905","1906","1908","1909","1910","2003","2008"]}}','','{"since":"2026-11-28T07:47:19.197+00:00","terms":{"kind":"none","each":0,"start":0,"cap":0,"rest":false,"grace":86400}}','','','',0,'','');
INSERT INTO "game" VALUES('2xfze5rpwyptkc6l','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','{"code":"info-scenario","args":{"scenario":"bagration"}}','bagration','{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false}','2026-11-28T07:47:19.260+00:00','2026-11-28T07:47:19.281+00:00',23,11,'{"setup":{"scenario":"bagration","title":"E. Operation Bagration","first_turn":19,"last_turn":22,"first_side":1,"skips":["cards"],"options":{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":{"side":"soviet","any_of":[{"points":26}]},"supports":null,"free_upgrades":null,"switches":[]},"turn":19,"phasing":1,"phase":"organization","step":"placement","initiative":1,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"0","mover":-1,"mover_points":0,"engaged":"0","axis_control":"10000000800000000000000100000000000000000000020000008000000010000000000008000000025000000000000110000040200000000000000000","soviet_control":"100000020000000000000000800000008000044000000100000001200008000000008000001000000001000020000000100000009000001000000010000000000000000000000000000020000000000000","captured":"0","event_vp":1,"vp_shown":21,"high_tide":24,"draw_pile":"800ffdffffb3fe","soviet_pile":"801fffd6ebffbe","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"80000000000","upgrades_left":0,"bill":2,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","unsettled":false,"where":[309,-9,167,280,251,197,428,398,226,-3,109,-4,80,700,-9,161,-8,-8,428,398,308,-9,-8,-8,195,-5,-5,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,110,198,256,228,339,52,310,283,168,312,231,519,81,432,227,281,429,311,369,399,-5,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,0,1,1,1,0,0,0,1,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,0,0,0,1,0,1,1,1,1,1,1,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[0,2],"hands":["100200004400","140040"],"triggers":[0,0,0],"played":["0","1000000"],"lost_draws":[0,0],"local_support":[-1,-1],"red_due":["0","0"],"shown":["0","0"],"drawn":[0,0],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[11],"soviet_discards":[29,27],"table":[24],"effects":[],"planned":[],"waiting":[],"unpaid":[{"kind":"step","unit":43,"place":52,"face":0,"price":2,"replacing":false,"cadre":-1,"cadre_unsupplied":false,"cadre_disorganized":false,"disorganized":false,"took":false,"fresh":false,"works":false,"unpulled":[]}],"battle":null,"ended":null,"stack":[{"frame":"GameTurn","at":"next_turn"},{"frame":"PlayerTurn","side":1,"at":"movement"},{"frame":"EndPhase","at":""},{"frame":"OrganizationPhase","side":1,"at":"check_stacks"},{"frame":"PlaceUnits","side":1},{"frame":"ClearTable","card":24,"side":1,"at":""},{"frame":"DiscardOne","side":0}]}','{"turn":19,"months":"5-6","year":1944,"phase":"organization","actor":"axis","vp":21,"initiative":"soviet","finished":false,"outcome":null,"pieces":{"axis":["0811","0906","0911","1009","1010","1014","1015","1307","1506","1507","1508","1603","1604"],"soviet":["1011","1012","1013","1110","1111","1114","1115","1211","1310","1318","1415","1509","1606","1607","1608","1703","1704","1708","1802","2008"]}}','','{"since":"2026-11-28T07:47:19.277+00:00","terms":{"kind":"none","each":0,"start":0,"cap":0,"rest":false,"grace":86400}}','','','',0,'','');
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
CREATE TABLE meta (
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "meta" VALUES('mark','mark of 0018');
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
	shown BOOLEAN DEFAULT 1 NOT NULL, 
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
	orders TEXT DEFAULT '' NOT NULL, former TEXT DEFAULT '' NOT NULL, left_at TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (game, side), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "seat" VALUES('ddmy7pqn46upryck','axis','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1,'',0,'','','');
INSERT INTO "seat" VALUES('ddmy7pqn46upryck','soviet','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1,'',0,'','','');
INSERT INTO "seat" VALUES('2xfze5rpwyptkc6l','axis','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1,'',0,'','','');
INSERT INTO "seat" VALUES('2xfze5rpwyptkc6l','soviet','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1,'',0,'','','');
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
INSERT INTO "snapshot" VALUES('ddmy7pqn46upryck',0,11,'{"setup":{"scenario":"fall_blau","title":"B. Fall Blau","first_turn":7,"last_turn":10,"first_side":0,"skips":["cards"],"options":{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":{"side":"axis","any_of":[{"points":24},{"objectives":2,"hexes":["2117"]}]},"supports":null,"free_upgrades":null,"switches":[]},"turn":7,"phasing":0,"phase":"cards","step":"","initiative":0,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"0","mover":-1,"mover_points":0,"engaged":"0","axis_control":"10000100800001200000000100008000000000000001020000008000000010001000000008000000025000000000000110000040200000000000000000","soviet_control":"100000020000000000000000800000008000044000000000000000000008000000000000001000000000000020000000100000008000001000000010000000000000000000000000000020000000000000","captured":"0","event_vp":0,"vp_shown":20,"high_tide":0,"draw_pile":"801ffffffffffe","soviet_pile":"801ffffffffffe","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","unsettled":false,"where":[464,288,200,317,317,229,375,-8,200,520,111,464,82,700,-8,-8,-8,-8,493,490,346,-7,-8,-8,-8,-5,-8,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,142,230,376,318,435,53,260,289,171,551,231,519,84,-3,494,-7,-7,-8,-8,-8,-5,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[0,0],"hands":["0","0"],"triggers":[0,0,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"red_due":["0","0"],"shown":["0","0"],"drawn":[0,0],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"unpaid":[],"battle":null,"ended":null,"stack":[{"frame":"Opening","axis_draw":6,"axis_discard":2,"soviet_draw":0,"soviet_discard":0,"at":"cut_axis"},{"frame":"DrawCards","side":0,"count":6}]}');
INSERT INTO "snapshot" VALUES('2xfze5rpwyptkc6l',0,11,'{"setup":{"scenario":"bagration","title":"E. Operation Bagration","first_turn":19,"last_turn":22,"first_side":1,"skips":["cards"],"options":{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":{"side":"soviet","any_of":[{"points":26}]},"supports":null,"free_upgrades":null,"switches":[]},"turn":19,"phasing":1,"phase":"cards","step":"","initiative":1,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"0","mover":-1,"mover_points":0,"engaged":"0","axis_control":"10000000800000000000000100000000000000000000020000008000000010000000000008000000025000000000000110000040200000000000000000","soviet_control":"100000020000000000000000800000008000044000000100000001200008000000008000001000000001000020000000100000009000001000000010000000000000000000000000000020000000000000","captured":"0","event_vp":1,"vp_shown":21,"high_tide":24,"draw_pile":"801ffffffffffe","soviet_pile":"801ffffffffffe","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","unsettled":false,"where":[309,-9,167,280,251,197,428,398,226,-3,109,-4,80,700,-9,161,-8,-8,428,398,308,-9,-8,-8,195,-5,-5,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,110,198,256,228,339,52,310,283,168,312,231,519,81,432,227,281,429,311,369,399,-5,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,0,1,1,1,0,0,0,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,0,1,1,1,0,0,0,1,0,1,1,1,1,1,1,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[0,0],"hands":["0","0"],"triggers":[0,0,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"red_due":["0","0"],"shown":["0","0"],"drawn":[0,0],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"unpaid":[],"battle":null,"ended":null,"stack":[{"frame":"Opening","axis_draw":4,"axis_discard":0,"soviet_draw":6,"soviet_discard":2,"at":"cut_axis"},{"frame":"DrawCards","side":0,"count":4}]}');
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
INSERT INTO "step" VALUES('ddmy7pqn46upryck',1,'chance','{"type":"Dealt","card":31}','[{"type":"CardDrawn","side":"axis","card":31}]',0,NULL,1);
INSERT INTO "step" VALUES('ddmy7pqn46upryck',2,'chance','{"type":"Dealt","card":17}','[{"type":"CardDrawn","side":"axis","card":17}]',0,NULL,1);
INSERT INTO "step" VALUES('ddmy7pqn46upryck',3,'chance','{"type":"Dealt","card":1}','[{"type":"CardDrawn","side":"axis","card":1}]',0,NULL,1);
INSERT INTO "step" VALUES('ddmy7pqn46upryck',4,'chance','{"type":"Dealt","card":37}','[{"type":"CardDrawn","side":"axis","card":37}]',0,NULL,1);
INSERT INTO "step" VALUES('ddmy7pqn46upryck',5,'chance','{"type":"Dealt","card":14}','[{"type":"CardDrawn","side":"axis","card":14}]',0,NULL,1);
INSERT INTO "step" VALUES('ddmy7pqn46upryck',6,'chance','{"type":"Dealt","card":5}','[{"type":"CardDrawn","side":"axis","card":5}]',0,NULL,1);
INSERT INTO "step" VALUES('ddmy7pqn46upryck',7,'axis','{"type":"Discard","card":5}','[{"type":"CardDiscarded","side":"axis","card":5,"why":"discard"}]',0,NULL,0);
INSERT INTO "step" VALUES('ddmy7pqn46upryck',8,'axis','{"type":"Discard","card":37}','[{"type":"CardDiscarded","side":"axis","card":37,"why":"discard"},{"type":"TurnBegan","turn":7,"weather":"clear"},{"type":"PhaseBegan","side":"axis","phase":"supply"},{"type":"PhaseBegan","side":"axis","phase":"organization"}]',0,NULL,0);
INSERT INTO "step" VALUES('ddmy7pqn46upryck',9,'axis','{"type":"Done"}','[]',0,NULL,0);
INSERT INTO "step" VALUES('ddmy7pqn46upryck',10,'axis','{"type":"PlaceUnit","unit":"ITA8","to":"0605"}','[{"type":"UnitPlaced","unit":"ITA8","to":"0605","why":"reinforce"}]',0,NULL,0);
INSERT INTO "step" VALUES('ddmy7pqn46upryck',11,'axis','{"type":"EntrainUnit","unit":"G18"}','[{"type":"UnitEntrained","unit":"G18","frm":"1803"}]',0,NULL,0);
INSERT INTO "step" VALUES('ddmy7pqn46upryck',12,'axis','{"type":"Done"}','[{"type":"PhaseBegan","side":"axis","phase":"movement"}]',0,NULL,0);
INSERT INTO "step" VALUES('ddmy7pqn46upryck',13,'axis','{"type":"MoveUnit","unit":"ITA8","to":"0607"}','[{"type":"UnitMoved","unit":"ITA8","path":["0605","0606","0607"],"cost":2}]',0,NULL,0);
INSERT INTO "step" VALUES('ddmy7pqn46upryck',14,'axis','{"type":"MoveUnit","unit":"G16","to":"1707"}','[{"type":"UnitMoved","unit":"G16","path":["1804","1705","1706","1707"],"cost":3}]',0,NULL,0);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',1,'chance','{"type":"Dealt","card":14}','[{"type":"CardDrawn","side":"axis","card":14}]',0,NULL,1);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',2,'chance','{"type":"Dealt","card":11}','[{"type":"CardDrawn","side":"axis","card":11},{"type":"EventPlayed","side":"axis","card":11,"mode":""}]',0,NULL,1);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',3,'chance','{"type":"Dealt","card":10}','[{"type":"CardDrawn","side":"axis","card":10},{"type":"CardDiscarded","side":"axis","card":11,"why":"event"}]',0,NULL,1);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',4,'chance','{"type":"Dealt","card":44}','[{"type":"CardDrawn","side":"axis","card":44}]',0,NULL,1);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',5,'chance','{"type":"Dealt","card":33}','[{"type":"CardDrawn","side":"axis","card":33}]',0,NULL,1);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',6,'chance','{"type":"Dealt","card":24}','[{"type":"CardDrawn","side":"soviet","card":24}]',0,NULL,1);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',7,'chance','{"type":"Dealt","card":20}','[{"type":"CardDrawn","side":"soviet","card":20}]',0,NULL,1);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',8,'chance','{"type":"Dealt","card":18}','[{"type":"CardDrawn","side":"soviet","card":18}]',0,NULL,1);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',9,'chance','{"type":"Dealt","card":27}','[{"type":"CardDrawn","side":"soviet","card":27}]',0,NULL,1);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',10,'chance','{"type":"Dealt","card":29}','[{"type":"CardDrawn","side":"soviet","card":29}]',0,NULL,1);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',11,'chance','{"type":"Dealt","card":6}','[{"type":"CardDrawn","side":"soviet","card":6}]',0,NULL,1);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',12,'soviet','{"type":"Discard","card":29}','[{"type":"CardDiscarded","side":"soviet","card":29,"why":"discard"}]',0,NULL,0);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',13,'soviet','{"type":"Discard","card":27}','[{"type":"CardDiscarded","side":"soviet","card":27,"why":"discard"},{"type":"TurnBegan","turn":19,"weather":"clear"},{"type":"PhaseBegan","side":"soviet","phase":"supply"}]',0,NULL,0);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',14,'soviet','{"type":"Pass"}','[]',0,NULL,0);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',15,'axis','{"type":"Pass"}','[{"type":"PhaseBegan","side":"soviet","phase":"organization"}]',0,NULL,1);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',16,'axis','{"type":"Pass"}','[]',0,NULL,1);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',17,'soviet','{"type":"ImproveUnit","unit":"S_LEN"}','[{"type":"UnitFlipped","unit":"S_LEN","face":1,"why":"improve"}]',0,NULL,0);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',18,'axis','{"type":"Pass"}','[]',0,NULL,1);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',19,'soviet','{"type":"Done"}','[]',0,NULL,0);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',20,'soviet','{"type":"PlayEvent","card":24,"mode":""}','[{"type":"EventPlayed","side":"soviet","card":24,"mode":""}]',0,NULL,0);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',21,'axis','{"type":"Pass"}','[]',0,NULL,1);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',22,'axis','{"type":"ChooseOption","option":"card_and_step"}','[]',0,NULL,0);
INSERT INTO "step" VALUES('2xfze5rpwyptkc6l',23,'axis','{"type":"LoseStep","unit":"G9"}','[{"type":"UnitFlipped","unit":"G9","face":1,"why":"loss"}]',0,NULL,0);
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
CREATE INDEX ix_notice_game ON notice (game);
CREATE INDEX ix_notice_player ON notice (player);
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
COMMIT;
