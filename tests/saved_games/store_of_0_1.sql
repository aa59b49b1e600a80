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
	muted TEXT NOT NULL, 
	PRIMARY KEY (player)
);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0014');
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
INSERT INTO "chance" VALUES('npjimi72frqd6l4p','f249ba0078347dcb2767608278b1b9b232d0518010b40ac2edc218a28ab79a3d',0,'[]');
INSERT INTO "chance" VALUES('4vbhgty2qb3ivpes','e9e26c682a85a750faf6b73a5ba3050fa21912da2734bacb5a4e0fa3156d6eef',0,'[]');
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
	note TEXT NOT NULL, pace TEXT DEFAULT '' NOT NULL, shared TEXT DEFAULT '' NOT NULL, undone TEXT DEFAULT '' NOT NULL, ended TEXT DEFAULT '' NOT NULL, rewinds INTEGER DEFAULT '0' NOT NULL, bids TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "game" VALUES('npjimi72frqd6l4p','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','A store of 0.1.0','barbarossa','{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false}','2026-11-26T18:47:58.582+00:00','2026-11-26T18:47:58.793+00:00',20,10,'{"setup":{"scenario":"barbarossa","title":"Barbarossa (campaign)","first_turn":1,"last_turn":28,"first_side":0,"skips":["cards","supply","organization"],"options":{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":null,"supports":null,"free_upgrades":null,"switches":[]},"turn":1,"phasing":0,"phase":"combat","step":"targets","initiative":0,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"1d6f","mover":-1,"mover_points":0,"engaged":"0","axis_control":"10000000800000000000000100000000000000000000020000008000000010000000000000000000025000000000000110000000200000000000000000","soviet_control":"100000020000000000000000800000008000044000000100000001200008000000008000001000000001000020000000100000009000001008000010000000000000000000000040000020000000000000","captured":"0","event_vp":0,"vp_shown":12,"high_tide":0,"draw_pile":"801ffeefdeef7e","soviet_pile":"801ffffffffffe","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","unsettled":false,"where":[251,158,101,130,-8,219,337,-8,192,427,104,191,100,700,-8,-8,-8,-8,397,457,-8,-8,-8,-8,-8,-8,-8,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,106,193,280,312,398,53,231,288,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[3,0],"hands":["110010080","0"],"triggers":[0,0,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"red_due":["0","0"],"shown":["0","0"],"drawn":[0,0],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[12,21],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"battle":null,"ended":null,"stack":[{"frame":"GameTurn","at":"soviet_turn"},{"frame":"PlayerTurn","side":0,"at":"removal"},{"frame":"EndPhase","at":""},{"frame":"CombatPhase","side":0,"at":"counterblow_events"},{"frame":"DeclareTargets","side":0}]}','{"turn":1,"months":"6","year":1941,"phase":"combat","actor":"axis","vp":12,"initiative":"axis","finished":false,"outcome":null,"pieces":{"axis":["0606","0704","0705","0804","0808","0812","0907","0914","0915","1007","1009","1016","1104"],"soviet":["1010","1014","1107","1211","1304","1810","1902","2008"]}}','','{"since":"2026-11-26T18:47:58.582+00:00","terms":{"kind":"none","each":0,"start":0,"cap":0,"rest":false}}','','','',0,'');
INSERT INTO "game" VALUES('4vbhgty2qb3ivpes','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','{"code":"info-scenario","args":{"scenario":"citadel"}}','citadel','{"rules":"deluxe","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false}','2026-11-26T18:47:58.608+00:00','2026-11-26T18:47:58.904+00:00',17,10,'{"setup":{"scenario":"citadel","title":"D. Citadel","first_turn":14,"last_turn":16,"first_side":0,"skips":["cards"],"options":{"rules":"deluxe","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":{"side":"soviet","any_of":[{"points":14}]},"supports":null,"free_upgrades":null,"switches":[]},"turn":14,"phasing":0,"phase":"movement","step":"","initiative":1,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"401","mover":10,"mover_points":1,"engaged":"0","axis_control":"800000008000000010000100800001200000000100008000000000000001020000008000000010001000000008000000025000000000000110000040200000000000000000","soviet_control":"100000020000000000000000000000000000044000000000000000000008000000000000001000000000000020000000100000008000001000000010000000000000000000000000000020000000000000","captured":"0","event_vp":1,"vp_shown":13,"high_tide":24,"draw_pile":"1f74fffffff4","soviet_pile":"0","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"24","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","unsettled":false,"where":[346,288,199,346,316,229,464,100,288,-3,80,551,82,700,346,-8,-8,-8,519,429,284,-9,-8,-8,375,-5,-5,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,142,230,376,317,494,53,260,289,170,524,231,-3,84,-3,552,347,435,406,318,348,-5,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,0,0,0,1,0,0,0,0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,0,0,1,1,1,1,0,1,0,1,0,0,1,1,1,0,0,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[1,1],"hands":["0","0"],"triggers":[0,0,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"red_due":["0","0"],"shown":["0","0"],"drawn":[0,0],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[3,33,39,32,1,35],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"battle":null,"ended":null,"stack":[{"frame":"GameTurn","at":"soviet_turn"},{"frame":"PlayerTurn","side":0,"at":"end_of_movement"},{"frame":"EndPhase","at":""},{"frame":"MoveUnits"}]}','{"turn":14,"months":"7-8","year":1943,"phase":"movement","actor":"axis","vp":13,"initiative":"soviet","finished":false,"outcome":null,"pieces":{"axis":["0704","1115","1318","1410","1519","1603","1611","1613","1707","1712","1716","1803","1808","1810"],"soviet":["1619","1711","1713","1715","1717","1806","1811","1812","1814","1818","1902","1905","1908","1909","1910","1912","2003","2008"]}}','','{"since":"2026-11-26T18:47:58.608+00:00","terms":{"kind":"none","each":0,"start":0,"cap":0,"rest":false}}','','','',0,'');
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
INSERT INTO "meta" VALUES('mark','68314d80');
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
	seen TEXT NOT NULL, page TEXT DEFAULT '' NOT NULL, shown BOOLEAN DEFAULT 1 NOT NULL, 
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
	claimed BOOLEAN NOT NULL, passes TEXT DEFAULT '' NOT NULL, away BOOLEAN DEFAULT 0 NOT NULL, orders TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (game, side), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "seat" VALUES('npjimi72frqd6l4p','axis','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1,'',0,'');
INSERT INTO "seat" VALUES('npjimi72frqd6l4p','soviet','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1,'',0,'');
INSERT INTO "seat" VALUES('4vbhgty2qb3ivpes','axis','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1,'',0,'');
INSERT INTO "seat" VALUES('4vbhgty2qb3ivpes','soviet','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1,'',0,'');
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
INSERT INTO "snapshot" VALUES('npjimi72frqd6l4p',0,10,'{"setup":{"scenario":"barbarossa","title":"Barbarossa (campaign)","first_turn":1,"last_turn":28,"first_side":0,"skips":["cards","supply","organization"],"options":{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":null,"supports":null,"free_upgrades":null,"switches":[]},"turn":1,"phasing":0,"phase":"cards","step":"","initiative":0,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"0","mover":-1,"mover_points":0,"engaged":"0","axis_control":"10000000800000000000000100000000000000000000020000008000000010000000000000000000025000000000000110000000200000000000000000","soviet_control":"100000020000000000000000800000008000044000000100000001200008000000008000001000000001000020000000100000009000001008000010000000000000000000000040000020000000000000","captured":"0","event_vp":0,"vp_shown":12,"high_tide":0,"draw_pile":"801ffffffffffe","soviet_pile":"801ffffffffffe","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","unsettled":false,"where":[279,221,134,105,-8,192,249,-8,134,427,105,279,104,700,-8,-8,-8,-8,397,457,-8,-8,-8,-8,-8,-8,-8,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,106,193,280,312,398,53,231,288,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[0,0],"hands":["0","0"],"triggers":[0,0,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"red_due":["0","0"],"shown":["0","0"],"drawn":[0,0],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"battle":null,"ended":null,"stack":[{"frame":"Opening","axis_draw":6,"axis_discard":2,"soviet_draw":0,"soviet_discard":0,"at":"cut_axis"},{"frame":"DrawCards","side":0,"count":6}]}');
INSERT INTO "snapshot" VALUES('4vbhgty2qb3ivpes',0,10,'{"setup":{"scenario":"citadel","title":"D. Citadel","first_turn":14,"last_turn":16,"first_side":0,"skips":["cards"],"options":{"rules":"deluxe","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":{"side":"soviet","any_of":[{"points":14}]},"supports":null,"free_upgrades":null,"switches":[]},"turn":14,"phasing":0,"phase":"cards","step":"","initiative":1,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"0","mover":-1,"mover_points":0,"engaged":"0","axis_control":"800000008000000010000100800001200000000100008000000000000001020000008000000010001000000008000000025000000000000110000040200000000000000000","soviet_control":"100000020000000000000000000000000000044000000000000000000008000000000000001000000000000020000000100000008000001000000010000000000000000000000000000020000000000000","captured":"0","event_vp":1,"vp_shown":13,"high_tide":24,"draw_pile":"1ffffffffffe","soviet_pile":"0","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","unsettled":false,"where":[405,288,199,346,316,229,464,-7,288,-3,111,551,82,700,346,-8,-8,-8,519,429,284,-9,-8,-8,375,-5,-5,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,142,230,376,317,494,53,260,289,170,524,231,-3,84,-3,552,347,435,406,318,348,-5,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,0,1,0,1,1,0,0,0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,0,0,1,1,1,1,0,1,0,1,0,0,1,1,1,0,0,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[0,0],"hands":["0","0"],"triggers":[0,0,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"red_due":["0","0"],"shown":["0","0"],"drawn":[0,0],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"battle":null,"ended":null,"stack":[{"frame":"Opening","axis_draw":6,"axis_discard":2,"soviet_draw":0,"soviet_discard":0,"at":"cut_axis"},{"frame":"DrawCards","side":0,"count":6}]}');
CREATE TABLE step (
	game TEXT NOT NULL, 
	ply INTEGER NOT NULL, 
	actor TEXT NOT NULL, 
	action TEXT NOT NULL, 
	events TEXT NOT NULL, ordered BOOLEAN DEFAULT 0 NOT NULL, worth FLOAT, 
	PRIMARY KEY (game, ply), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "step" VALUES('npjimi72frqd6l4p',1,'chance','{"type":"Dealt","card":21}','[{"type":"CardDrawn","side":"axis","card":21}]',0,NULL);
INSERT INTO "step" VALUES('npjimi72frqd6l4p',2,'chance','{"type":"Dealt","card":12}','[{"type":"CardDrawn","side":"axis","card":12}]',0,NULL);
INSERT INTO "step" VALUES('npjimi72frqd6l4p',3,'chance','{"type":"Dealt","card":32}','[{"type":"CardDrawn","side":"axis","card":32}]',0,NULL);
INSERT INTO "step" VALUES('npjimi72frqd6l4p',4,'chance','{"type":"Dealt","card":16}','[{"type":"CardDrawn","side":"axis","card":16}]',0,NULL);
INSERT INTO "step" VALUES('npjimi72frqd6l4p',5,'chance','{"type":"Dealt","card":7}','[{"type":"CardDrawn","side":"axis","card":7}]',0,NULL);
INSERT INTO "step" VALUES('npjimi72frqd6l4p',6,'chance','{"type":"Dealt","card":28}','[{"type":"CardDrawn","side":"axis","card":28}]',0,NULL);
INSERT INTO "step" VALUES('4vbhgty2qb3ivpes',1,'chance','{"type":"Dealt","card":39}','[{"type":"CardDrawn","side":"axis","card":39}]',0,NULL);
INSERT INTO "step" VALUES('4vbhgty2qb3ivpes',2,'chance','{"type":"Dealt","card":32}','[{"type":"CardDrawn","side":"axis","card":32}]',0,NULL);
INSERT INTO "step" VALUES('4vbhgty2qb3ivpes',3,'chance','{"type":"Dealt","card":1}','[{"type":"CardDrawn","side":"axis","card":1}]',0,NULL);
INSERT INTO "step" VALUES('4vbhgty2qb3ivpes',4,'chance','{"type":"Dealt","card":35}','[{"type":"CardDrawn","side":"axis","card":35}]',0,NULL);
INSERT INTO "step" VALUES('4vbhgty2qb3ivpes',5,'chance','{"type":"Dealt","card":33}','[{"type":"CardDrawn","side":"axis","card":33}]',0,NULL);
INSERT INTO "step" VALUES('4vbhgty2qb3ivpes',6,'chance','{"type":"Dealt","card":3}','[{"type":"CardDrawn","side":"axis","card":3}]',0,NULL);
INSERT INTO "step" VALUES('npjimi72frqd6l4p',7,'axis','{"type":"Discard","card":12}','[{"type":"CardDiscarded","side":"axis","card":12,"why":"discard"}]',0,NULL);
INSERT INTO "step" VALUES('npjimi72frqd6l4p',8,'axis','{"type":"Discard","card":21}','[{"type":"CardDiscarded","side":"axis","card":21,"why":"discard"},{"type":"TurnBegan","turn":1,"weather":"clear"},{"type":"PhaseBegan","side":"axis","phase":"movement"}]',0,NULL);
INSERT INTO "step" VALUES('npjimi72frqd6l4p',9,'axis','{"type":"MoveUnit","unit":"G2Pz","to":"0606"}','[{"type":"UnitMoved","unit":"G2Pz","path":["1008","0907","0906","0806","0706","0606"],"cost":5}]',0,NULL);
INSERT INTO "step" VALUES('npjimi72frqd6l4p',10,'axis','{"type":"MoveUnit","unit":"G16","to":"1104"}','[{"type":"UnitMoved","unit":"G16","path":["1204","1104"],"cost":2}]',0,NULL);
INSERT INTO "step" VALUES('npjimi72frqd6l4p',11,'axis','{"type":"MoveUnit","unit":"G4","to":"0808"}','[{"type":"UnitMoved","unit":"G4","path":["1007","0907","0807","0808"],"cost":4}]',0,NULL);
INSERT INTO "step" VALUES('npjimi72frqd6l4p',12,'axis','{"type":"MoveUnit","unit":"G6","to":"0812"}','[{"type":"UnitMoved","unit":"G6","path":["0809","0810","0711","0812"],"cost":4}]',0,NULL);
INSERT INTO "step" VALUES('npjimi72frqd6l4p',13,'axis','{"type":"MoveUnit","unit":"G3Pz","to":"0804"}','[{"type":"UnitMoved","unit":"G3Pz","path":["1105","1104","1004","0904","0804"],"cost":4}]',0,NULL);
INSERT INTO "step" VALUES('npjimi72frqd6l4p',14,'axis','{"type":"MoveUnit","unit":"G1Pz","to":"1009"}','[{"type":"UnitMoved","unit":"G1Pz","path":["0910","0809","0908","1008","1009"],"cost":6}]',0,NULL);
INSERT INTO "step" VALUES('npjimi72frqd6l4p',15,'axis','{"type":"MoveUnit","unit":"G4Pz","to":"0805"}','[{"type":"UnitMoved","unit":"G4Pz","path":["1204","1104","1004","0904","0805"],"cost":5}]',0,NULL);
INSERT INTO "step" VALUES('npjimi72frqd6l4p',16,'axis','{"type":"MoveUnit","unit":"G4Pz","to":"0705"}','[{"type":"UnitMoved","unit":"G4Pz","path":["0805","0705"],"cost":1}]',0,NULL);
INSERT INTO "step" VALUES('npjimi72frqd6l4p',17,'axis','{"type":"MoveUnit","unit":"G18","to":"0704"}','[{"type":"UnitMoved","unit":"G18","path":["1104","1004","0904","0804","0704"],"cost":4}]',0,NULL);
INSERT INTO "step" VALUES('npjimi72frqd6l4p',18,'axis','{"type":"MoveUnit","unit":"G17","to":"0907"}','[{"type":"UnitMoved","unit":"G17","path":["0910","0809","0908","0907"],"cost":4}]',0,NULL);
INSERT INTO "step" VALUES('npjimi72frqd6l4p',19,'axis','{"type":"MoveUnit","unit":"G9","to":"1007"}','[{"type":"UnitMoved","unit":"G9","path":["1105","1005","1006","1007"],"cost":3}]',0,NULL);
INSERT INTO "step" VALUES('npjimi72frqd6l4p',20,'axis','{"type":"Done"}','[{"type":"PhaseBegan","side":"axis","phase":"combat"}]',0,NULL);
INSERT INTO "step" VALUES('4vbhgty2qb3ivpes',7,'axis','{"type":"Discard","card":3}','[{"type":"CardDiscarded","side":"axis","card":3,"why":"discard"}]',0,NULL);
INSERT INTO "step" VALUES('4vbhgty2qb3ivpes',8,'axis','{"type":"Discard","card":33}','[{"type":"CardDiscarded","side":"axis","card":33,"why":"discard"},{"type":"TurnBegan","turn":14,"weather":"clear"},{"type":"PhaseBegan","side":"axis","phase":"supply"}]',0,NULL);
INSERT INTO "step" VALUES('4vbhgty2qb3ivpes',9,'axis','{"type":"Pass"}','[{"type":"PhaseBegan","side":"axis","phase":"organization"}]',0,NULL);
INSERT INTO "step" VALUES('4vbhgty2qb3ivpes',10,'axis','{"type":"ImproveUnit","unit":"G3Pz"}','[{"type":"UnitFlipped","unit":"G3Pz","face":0,"why":"improve"}]',0,NULL);
INSERT INTO "step" VALUES('4vbhgty2qb3ivpes',11,'axis','{"type":"PayCard","card":39}','[{"type":"CardDiscarded","side":"axis","card":39,"why":"payment"}]',0,NULL);
INSERT INTO "step" VALUES('4vbhgty2qb3ivpes',12,'axis','{"type":"PayCard","card":32}','[{"type":"CardDiscarded","side":"axis","card":32,"why":"payment"}]',0,NULL);
INSERT INTO "step" VALUES('4vbhgty2qb3ivpes',13,'axis','{"type":"ImproveUnit","unit":"G4"}','[{"type":"UnitFlipped","unit":"G4","face":0,"why":"improve"}]',0,NULL);
INSERT INTO "step" VALUES('4vbhgty2qb3ivpes',14,'axis','{"type":"PayCard","card":1}','[{"type":"CardDiscarded","side":"axis","card":1,"why":"payment"},{"type":"CardDiscarded","side":"axis","card":35,"why":"payment"}]',0,NULL);
INSERT INTO "step" VALUES('4vbhgty2qb3ivpes',15,'axis','{"type":"PlaceUnit","unit":"G8","to":"0704"}','[{"type":"UnitPlaced","unit":"G8","to":"0704","why":"reinforce"},{"type":"PhaseBegan","side":"axis","phase":"movement"}]',0,NULL);
INSERT INTO "step" VALUES('4vbhgty2qb3ivpes',16,'axis','{"type":"MoveUnit","unit":"G1Pz","to":"1712"}','[{"type":"UnitMoved","unit":"G1Pz","path":["1714","1614","1513","1612","1712"],"cost":5}]',0,NULL);
INSERT INTO "step" VALUES('4vbhgty2qb3ivpes',17,'axis','{"type":"MoveUnit","unit":"G16","to":"1603"}','[{"type":"UnitMoved","unit":"G16","path":["1804","1703","1603"],"cost":2}]',0,NULL);
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
CREATE INDEX ix_seat_token ON seat (token);
CREATE INDEX ix_player_recovery ON player (recovery);
CREATE INDEX ix_address_code ON address (code);
CREATE INDEX ix_address_off ON address (off);
CREATE INDEX ix_notice_player ON notice (player);
CREATE INDEX ix_notice_game ON notice (game);
CREATE INDEX notice_due ON notice (state, due);
CREATE INDEX ix_job_owner ON job (owner);
CREATE INDEX ix_habit_found ON habit (found);
CREATE INDEX ix_browser_player ON browser (player);
CREATE INDEX ix_guest_player ON guest (player);
CREATE INDEX ix_guest_host ON guest (host);
CREATE INDEX ix_report_reporter ON report (reporter);
CREATE INDEX game_shared ON game (shared, ended, updated);
CREATE INDEX game_ended ON game (ended);
CREATE UNIQUE INDEX ix_account_mail ON account (mail);
CREATE UNIQUE INDEX ix_account_player ON account (player);
CREATE INDEX ix_session_account ON session (account);
CREATE INDEX ix_code_account ON code (account);
CREATE INDEX ix_code_mail ON code (mail);
CREATE INDEX ix_code_until ON code (until);
CREATE INDEX ix_passkey_account ON passkey (account);
CREATE INDEX ix_block_blocked ON block (blocked);
CREATE INDEX conduct_player ON conduct (player, kind, at);
CREATE INDEX ix_conduct_game ON conduct (game);
CREATE INDEX ix_player_page ON player (page);
COMMIT;
