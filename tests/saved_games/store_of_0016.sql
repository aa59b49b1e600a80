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
INSERT INTO "address" VALUES('3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','anna@example.org',1,'','off',22,7,'Europe/Berlin','["muted"]');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0016');
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
INSERT INTO "chance" VALUES('difpsaehdie737jv','6621887b480750a35100a5fa9470ff7996b97f1adba3eef87b72570c679cd800',0,'[]');
INSERT INTO "chance" VALUES('qrakugwywa252gam','1fac9a607d076149608da955a7d2e4a4f3f74bf69a39e8a2e93fc38382963d79',0,'[]');
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
INSERT INTO "game" VALUES('difpsaehdie737jv','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','{"code":"info-scenario","args":{"scenario":"na_berlin"}}','na_berlin','{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false}','2026-11-28T03:31:38.204+00:00','2026-11-28T03:31:38.260+00:00',27,11,'{"setup":{"scenario":"na_berlin","title":"F. Na Berlin!","first_turn":23,"last_turn":28,"first_side":0,"skips":[],"options":{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":null,"supports":null,"free_upgrades":null,"switches":[]},"turn":23,"phasing":0,"phase":"movement","step":"","initiative":1,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"4","mover":-1,"mover_points":0,"engaged":"0","axis_control":"20000000000000010000000000000000000025000000000000110000000200000000000000000","soviet_control":"100000020000000000000000800000008000044010000100800001200008000100008000001000000001000020008000100000009000001008000010000000000000000000000040000020000000000000","captured":"0","event_vp":1,"vp_shown":4,"high_tide":0,"draw_pile":"ffeffeffbf0000","soviet_pile":"fbfffffbff0000","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"8001","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","unsettled":false,"where":[-1,-9,71,219,162,133,305,306,161,-3,77,278,76,-9,39,244,332,702,-9,-9,-9,-9,307,305,-9,-5,-5,-9,-9,-9,69,69,100,158,244,104,158,100,107,135,192,164,309,700,279,250,106,251,231,519,78,312,163,249,334,221,337,336,-5,-9,-9,-9,-9,191,366,704,392],"face":[0,0,1,1,1,0,0,1,0,1,1,1,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,0,1,1,1,1,0,0,1,0,1,1,1,1,1,1,0,0,0,0,0,0,1,1,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,23,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[0,1],"hands":["0","4000004000000"],"triggers":[21,21,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"red_due":["0","0"],"shown":["0","0"],"drawn":[0,0],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[22,32,44],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"unpaid":[],"battle":null,"ended":null,"stack":[{"frame":"GameTurn","at":"soviet_turn"},{"frame":"PlayerTurn","side":0,"at":"end_of_movement"},{"frame":"EndPhase","at":""},{"frame":"MoveUnits"}]}','{"turn":23,"months":"1","year":1945,"phase":"movement","actor":"axis","vp":5,"initiative":"soviet","finished":false,"outcome":null,"pieces":{"axis":["0309","0312","0502","0503","0511","0606","0611","0703","0704","0711","0808","0810","0906","1005","1006","1104","1203","1303"],"soviet":["0414","0512","0712","0713","0809","0812","0907","0909","0910","0911","1007","1008","1009","1106","1205","1206","1211","1304","1318","1403","1404","2008"]}}','','{"since":"2026-11-28T03:31:38.204+00:00","terms":{"kind":"none","each":0,"start":0,"cap":0,"rest":false}}','','','',0,'','');
INSERT INTO "game" VALUES('qrakugwywa252gam','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','{"code":"info-scenario","args":{"scenario":"na_berlin"}}','na_berlin','{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false}','2026-11-28T03:31:38.265+00:00','2026-11-28T03:31:38.318+00:00',28,11,'{"setup":{"scenario":"na_berlin","title":"F. Na Berlin!","first_turn":23,"last_turn":28,"first_side":0,"skips":[],"options":{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":null,"supports":null,"free_upgrades":null,"switches":[]},"turn":23,"phasing":0,"phase":"movement","step":"","initiative":1,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"c","mover":-1,"mover_points":0,"engaged":"0","axis_control":"20000000000000010000000000000000000025000000000000110000000200000000000000000","soviet_control":"100000020000000000000000800000008000044010000100800001200008000100008000001000000001000020008000100000009000001008000010000000000000000000000040000020000000000000","captured":"0","event_vp":1,"vp_shown":4,"high_tide":0,"draw_pile":"ffff77fbff0000","soviet_pile":"ff7ffffff70000","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"8001","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","unsettled":false,"where":[-1,-9,71,129,162,133,305,306,161,-3,77,278,76,-9,39,244,332,702,-9,-9,-9,-9,307,305,-9,-5,-5,-9,-9,-9,69,69,100,158,244,104,158,100,107,135,192,164,309,700,279,250,106,251,231,519,78,312,163,249,334,221,337,336,-5,-9,-9,-9,-9,191,366,704,392],"face":[0,0,1,1,1,0,0,1,0,1,1,1,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,0,1,1,1,1,0,0,1,0,1,1,1,1,1,1,0,0,0,0,0,0,1,1,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,23,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[0,1],"hands":["0","800000080000"],"triggers":[21,21,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"red_due":["0","0"],"shown":["0","0"],"drawn":[0,0],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[26,35,39],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"unpaid":[],"battle":null,"ended":null,"stack":[{"frame":"GameTurn","at":"soviet_turn"},{"frame":"PlayerTurn","side":0,"at":"end_of_movement"},{"frame":"EndPhase","at":""},{"frame":"MoveUnits"}]}','{"turn":23,"months":"1","year":1945,"phase":"movement","actor":"axis","vp":5,"initiative":"soviet","finished":false,"outcome":null,"pieces":{"axis":["0309","0312","0502","0503","0511","0605","0606","0611","0703","0704","0711","0810","0906","1005","1006","1104","1203","1303"],"soviet":["0414","0512","0712","0713","0809","0812","0907","0909","0910","0911","1007","1008","1009","1106","1205","1206","1211","1304","1318","1403","1404","2008"]}}','','{"since":"2026-11-28T03:31:38.281+00:00","terms":{"kind":"move","each":86400,"start":0,"cap":0,"rest":true}}','','','',0,'','');
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
INSERT INTO "notice" VALUES('n','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','qrakugwywa252gam','turn','?','','2026-11-28T03:00:00.000+00:00','2026-11-28T03:00:00.000+00:00','waiting','',0,'');
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
INSERT INTO "proposal" VALUES('qrakugwywa252gam','draw','axis',28,'2026-11-28T03:00:00.000+00:00');
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
	orders TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (game, side), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "seat" VALUES('difpsaehdie737jv','axis','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1,'',0,'');
INSERT INTO "seat" VALUES('difpsaehdie737jv','soviet','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1,'',0,'');
INSERT INTO "seat" VALUES('qrakugwywa252gam','axis','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1,'',0,'');
INSERT INTO "seat" VALUES('qrakugwywa252gam','soviet','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1,'',0,'');
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
INSERT INTO "snapshot" VALUES('difpsaehdie737jv',0,11,'{"setup":{"scenario":"na_berlin","title":"F. Na Berlin!","first_turn":23,"last_turn":28,"first_side":0,"skips":[],"options":{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":null,"supports":null,"free_upgrades":null,"switches":[]},"turn":23,"phasing":0,"phase":"cards","step":"","initiative":1,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"0","mover":-1,"mover_points":0,"engaged":"0","axis_control":"20000000000000010000000000000000000025000000000000110000000200000000000000000","soviet_control":"100000020000000000000000800000008000044010000100800001200008000100008000001000000001000020008000100000009000001008000010000000000000000000000040000020000000000000","captured":"0","event_vp":0,"vp_shown":4,"high_tide":0,"draw_pile":"ffffffffff0000","soviet_pile":"ffffffffff0000","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","unsettled":false,"where":[308,-9,104,219,162,133,305,306,161,-3,77,278,76,-9,-9,244,332,702,-9,-9,-9,-9,307,305,-9,-5,-5,-9,-9,-9,69,69,100,158,244,104,158,100,107,135,192,164,309,700,279,250,106,251,231,519,78,312,163,249,334,221,337,336,-5,-9,-9,-9,-9,191,366,704,392],"face":[1,0,1,1,1,0,0,1,0,1,1,1,0,0,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,0,1,1,1,1,0,0,1,0,1,1,1,1,1,1,0,0,0,0,0,0,1,1,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[0,0],"hands":["0","0"],"triggers":[21,21,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"red_due":["0","0"],"shown":["0","0"],"drawn":[0,0],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"unpaid":[],"battle":null,"ended":null,"stack":[{"frame":"Opening","axis_draw":2,"axis_discard":0,"soviet_draw":2,"soviet_discard":0,"at":"cut_axis"},{"frame":"DrawCards","side":0,"count":2}]}');
INSERT INTO "snapshot" VALUES('qrakugwywa252gam',0,11,'{"setup":{"scenario":"na_berlin","title":"F. Na Berlin!","first_turn":23,"last_turn":28,"first_side":0,"skips":[],"options":{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":null,"supports":null,"free_upgrades":null,"switches":[]},"turn":23,"phasing":0,"phase":"cards","step":"","initiative":1,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"0","mover":-1,"mover_points":0,"engaged":"0","axis_control":"20000000000000010000000000000000000025000000000000110000000200000000000000000","soviet_control":"100000020000000000000000800000008000044010000100800001200008000100008000001000000001000020008000100000009000001008000010000000000000000000000040000020000000000000","captured":"0","event_vp":0,"vp_shown":4,"high_tide":0,"draw_pile":"ffffffffff0000","soviet_pile":"ffffffffff0000","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","unsettled":false,"where":[308,-9,104,219,162,133,305,306,161,-3,77,278,76,-9,-9,244,332,702,-9,-9,-9,-9,307,305,-9,-5,-5,-9,-9,-9,69,69,100,158,244,104,158,100,107,135,192,164,309,700,279,250,106,251,231,519,78,312,163,249,334,221,337,336,-5,-9,-9,-9,-9,191,366,704,392],"face":[1,0,1,1,1,0,0,1,0,1,1,1,0,0,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,0,1,1,1,1,0,0,1,0,1,1,1,1,1,1,0,0,0,0,0,0,1,1,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[0,0],"hands":["0","0"],"triggers":[21,21,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"red_due":["0","0"],"shown":["0","0"],"drawn":[0,0],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"unpaid":[],"battle":null,"ended":null,"stack":[{"frame":"Opening","axis_draw":2,"axis_discard":0,"soviet_draw":2,"soviet_discard":0,"at":"cut_axis"},{"frame":"DrawCards","side":0,"count":2}]}');
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
INSERT INTO "step" VALUES('difpsaehdie737jv',1,'chance','{"type":"Dealt","card":44}','[{"type":"CardDrawn","side":"axis","card":44}]',0,NULL,1);
INSERT INTO "step" VALUES('difpsaehdie737jv',2,'chance','{"type":"Dealt","card":22}','[{"type":"CardDrawn","side":"axis","card":22}]',0,NULL,1);
INSERT INTO "step" VALUES('difpsaehdie737jv',3,'chance','{"type":"Dealt","card":50}','[{"type":"CardDrawn","side":"soviet","card":50}]',0,NULL,1);
INSERT INTO "step" VALUES('difpsaehdie737jv',4,'chance','{"type":"Dealt","card":26}','[{"type":"CardDrawn","side":"soviet","card":26},{"type":"TurnBegan","turn":23,"weather":"snow"},{"type":"PhaseBegan","side":"axis","phase":"cards"}]',0,NULL,1);
INSERT INTO "step" VALUES('difpsaehdie737jv',5,'soviet','{"type":"Pass"}','[]',0,NULL,1);
INSERT INTO "step" VALUES('difpsaehdie737jv',6,'axis','{"type":"Pass"}','[]',0,NULL,0);
INSERT INTO "step" VALUES('difpsaehdie737jv',7,'soviet','{"type":"Pass"}','[]',0,NULL,1);
INSERT INTO "step" VALUES('difpsaehdie737jv',8,'axis','{"type":"Pass"}','[]',0,NULL,0);
INSERT INTO "step" VALUES('difpsaehdie737jv',9,'chance','{"type":"Dealt","card":32}','[{"type":"CardDrawn","side":"axis","card":32}]',0,NULL,1);
INSERT INTO "step" VALUES('difpsaehdie737jv',10,'soviet','{"type":"Pass"}','[]',0,NULL,1);
INSERT INTO "step" VALUES('difpsaehdie737jv',11,'axis','{"type":"Pass"}','[{"type":"PhaseBegan","side":"axis","phase":"supply"}]',0,NULL,0);
INSERT INTO "step" VALUES('difpsaehdie737jv',12,'soviet','{"type":"Pass"}','[]',0,NULL,1);
INSERT INTO "step" VALUES('difpsaehdie737jv',13,'axis','{"type":"Pass"}','[{"type":"PhaseBegan","side":"axis","phase":"organization"}]',0,NULL,0);
INSERT INTO "step" VALUES('difpsaehdie737jv',14,'soviet','{"type":"Pass"}','[]',0,NULL,1);
INSERT INTO "step" VALUES('difpsaehdie737jv',15,'axis','{"type":"ImproveUnit","unit":"G1Pz"}','[{"type":"UnitFlipped","unit":"G1Pz","face":0,"why":"improve"}]',0,NULL,0);
INSERT INTO "step" VALUES('difpsaehdie737jv',16,'soviet','{"type":"Pass"}','[]',0,NULL,1);
INSERT INTO "step" VALUES('difpsaehdie737jv',17,'axis','{"type":"ImproveUnit","unit":"GSSGr"}','[{"type":"UnitFlipped","unit":"GSSGr","face":0,"why":"improve"}]',0,NULL,0);
INSERT INTO "step" VALUES('difpsaehdie737jv',18,'soviet','{"type":"Pass"}','[]',0,NULL,1);
INSERT INTO "step" VALUES('difpsaehdie737jv',19,'axis','{"type":"PlaceUnit","unit":"GSSPz","to":"0502"}','[{"type":"EventPointsChanged","change":1,"value":1,"reason":"ss_return"},{"type":"UnitPlaced","unit":"GSSPz","to":"0502","why":"reserve"}]',0,NULL,0);
INSERT INTO "step" VALUES('difpsaehdie737jv',20,'axis','{"type":"EntrainUnit","unit":"G1Pz"}','[{"type":"UnitEntrained","unit":"G1Pz","frm":"0811"}]',0,NULL,0);
INSERT INTO "step" VALUES('difpsaehdie737jv',21,'axis','{"type":"Done"}','[]',0,NULL,0);
INSERT INTO "step" VALUES('difpsaehdie737jv',22,'axis','{"type":"PayCard","card":22}','[{"type":"CardDiscarded","side":"axis","card":22,"why":"payment"}]',0,NULL,0);
INSERT INTO "step" VALUES('difpsaehdie737jv',23,'soviet','{"type":"Pass"}','[]',0,NULL,1);
INSERT INTO "step" VALUES('difpsaehdie737jv',24,'axis','{"type":"PayCard","card":32}','[{"type":"CardDiscarded","side":"axis","card":32,"why":"payment"}]',0,NULL,0);
INSERT INTO "step" VALUES('difpsaehdie737jv',25,'soviet','{"type":"Pass"}','[{"type":"CardDiscarded","side":"axis","card":44,"why":"payment"}]',0,NULL,1);
INSERT INTO "step" VALUES('difpsaehdie737jv',26,'soviet','{"type":"Pass"}','[{"type":"PhaseBegan","side":"axis","phase":"movement"}]',0,NULL,1);
INSERT INTO "step" VALUES('difpsaehdie737jv',27,'axis','{"type":"MoveUnit","unit":"G3Pz","to":"0703"}','[{"type":"UnitMoved","unit":"G3Pz","path":["1104","1004","0904","0803","0703"],"cost":4}]',0,NULL,0);
INSERT INTO "step" VALUES('qrakugwywa252gam',1,'chance','{"type":"Dealt","card":26}','[{"type":"CardDrawn","side":"axis","card":26}]',0,NULL,1);
INSERT INTO "step" VALUES('qrakugwywa252gam',2,'chance','{"type":"Dealt","card":35}','[{"type":"CardDrawn","side":"axis","card":35}]',0,NULL,1);
INSERT INTO "step" VALUES('qrakugwywa252gam',3,'chance','{"type":"Dealt","card":19}','[{"type":"CardDrawn","side":"soviet","card":19}]',0,NULL,1);
INSERT INTO "step" VALUES('qrakugwywa252gam',4,'chance','{"type":"Dealt","card":47}','[{"type":"CardDrawn","side":"soviet","card":47},{"type":"TurnBegan","turn":23,"weather":"snow"},{"type":"PhaseBegan","side":"axis","phase":"cards"}]',0,NULL,1);
INSERT INTO "step" VALUES('qrakugwywa252gam',5,'soviet','{"type":"Pass"}','[]',0,NULL,0);
INSERT INTO "step" VALUES('qrakugwywa252gam',6,'axis','{"type":"Pass"}','[]',0,NULL,1);
INSERT INTO "step" VALUES('qrakugwywa252gam',7,'soviet','{"type":"Pass"}','[]',0,NULL,0);
INSERT INTO "step" VALUES('qrakugwywa252gam',8,'axis','{"type":"Pass"}','[]',0,NULL,1);
INSERT INTO "step" VALUES('qrakugwywa252gam',9,'chance','{"type":"Dealt","card":39}','[{"type":"CardDrawn","side":"axis","card":39}]',0,NULL,1);
INSERT INTO "step" VALUES('qrakugwywa252gam',10,'soviet','{"type":"Pass"}','[]',0,NULL,0);
INSERT INTO "step" VALUES('qrakugwywa252gam',11,'axis','{"type":"Pass"}','[{"type":"PhaseBegan","side":"axis","phase":"supply"}]',0,NULL,1);
INSERT INTO "step" VALUES('qrakugwywa252gam',12,'soviet','{"type":"Pass"}','[]',0,NULL,1);
INSERT INTO "step" VALUES('qrakugwywa252gam',13,'axis','{"type":"Pass"}','[{"type":"PhaseBegan","side":"axis","phase":"organization"}]',0,NULL,1);
INSERT INTO "step" VALUES('qrakugwywa252gam',14,'soviet','{"type":"Pass"}','[]',0,NULL,1);
INSERT INTO "step" VALUES('qrakugwywa252gam',15,'axis','{"type":"ImproveUnit","unit":"G1Pz"}','[{"type":"UnitFlipped","unit":"G1Pz","face":0,"why":"improve"}]',0,NULL,0);
INSERT INTO "step" VALUES('qrakugwywa252gam',16,'soviet','{"type":"Pass"}','[]',0,NULL,1);
INSERT INTO "step" VALUES('qrakugwywa252gam',17,'axis','{"type":"ImproveUnit","unit":"GSSGr"}','[{"type":"UnitFlipped","unit":"GSSGr","face":0,"why":"improve"}]',0,NULL,0);
INSERT INTO "step" VALUES('qrakugwywa252gam',18,'soviet','{"type":"Pass"}','[]',0,NULL,1);
INSERT INTO "step" VALUES('qrakugwywa252gam',19,'axis','{"type":"PlaceUnit","unit":"GSSPz","to":"0502"}','[{"type":"EventPointsChanged","change":1,"value":1,"reason":"ss_return"},{"type":"UnitPlaced","unit":"GSSPz","to":"0502","why":"reserve"}]',0,NULL,0);
INSERT INTO "step" VALUES('qrakugwywa252gam',20,'axis','{"type":"EntrainUnit","unit":"G1Pz"}','[{"type":"UnitEntrained","unit":"G1Pz","frm":"0811"}]',0,NULL,0);
INSERT INTO "step" VALUES('qrakugwywa252gam',21,'axis','{"type":"Done"}','[]',0,NULL,0);
INSERT INTO "step" VALUES('qrakugwywa252gam',22,'axis','{"type":"PayCard","card":26}','[{"type":"CardDiscarded","side":"axis","card":26,"why":"payment"}]',0,NULL,0);
INSERT INTO "step" VALUES('qrakugwywa252gam',23,'soviet','{"type":"Pass"}','[]',0,NULL,1);
INSERT INTO "step" VALUES('qrakugwywa252gam',24,'axis','{"type":"PayCard","card":35}','[{"type":"CardDiscarded","side":"axis","card":35,"why":"payment"}]',0,NULL,0);
INSERT INTO "step" VALUES('qrakugwywa252gam',25,'soviet','{"type":"Pass"}','[{"type":"CardDiscarded","side":"axis","card":39,"why":"payment"}]',0,NULL,1);
INSERT INTO "step" VALUES('qrakugwywa252gam',26,'soviet','{"type":"Pass"}','[{"type":"PhaseBegan","side":"axis","phase":"movement"}]',0,NULL,1);
INSERT INTO "step" VALUES('qrakugwywa252gam',27,'axis','{"type":"MoveUnit","unit":"G3Pz","to":"0703"}','[{"type":"UnitMoved","unit":"G3Pz","path":["1104","1004","0904","0803","0703"],"cost":4}]',0,NULL,0);
INSERT INTO "step" VALUES('qrakugwywa252gam',28,'axis','{"type":"MoveUnit","unit":"G4Pz","to":"0605"}','[{"type":"UnitMoved","unit":"G4Pz","path":["0808","0707","0706","0605"],"cost":4}]',0,NULL,0);
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
INSERT INTO "talk" VALUES('qrakugwywa252gam',1,'2026-11-28T03:00:00.000+00:00','axis','say','Good luck!');
CREATE TABLE tries (
	"key" TEXT NOT NULL, 
	"full" FLOAT NOT NULL, 
	PRIMARY KEY ("key")
);
CREATE INDEX ix_game_owner ON game (owner);
CREATE INDEX game_shared ON game (shared, ended, updated);
CREATE INDEX game_ended ON game (ended);
CREATE INDEX ix_seat_token ON seat (token);
CREATE INDEX ix_player_page ON player (page);
CREATE INDEX ix_player_recovery ON player (recovery);
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
CREATE INDEX ix_code_account ON code (account);
CREATE INDEX ix_code_until ON code (until);
CREATE INDEX ix_code_mail ON code (mail);
CREATE INDEX ix_passkey_account ON passkey (account);
CREATE INDEX ix_block_blocked ON block (blocked);
COMMIT;
