BEGIN TRANSACTION;
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
	PRIMARY KEY (id)
);
INSERT INTO "game" VALUES('ylaoxjl63xdonzrj','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','Begun under rules version 3','citadel','{"rules":"classic","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false}','2026-11-22T08:12:31.718+00:00','2026-11-22T08:12:32.616+00:00',23,3,'{"setup":{"scenario":"citadel","title":"D. Citadel","first_turn":14,"last_turn":16,"first_side":0,"skips":["cards"],"options":{"rules":"classic","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":{"side":"soviet","any_of":[{"points":18}]},"supports":null,"free_upgrades":null,"switches":[]},"turn":14,"phasing":0,"phase":"movement","step":"","initiative":1,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"3f","mover":-1,"mover_points":0,"engaged":"0","axis_control":"800000008000000010000100800001200000000100008000000000000001020000008000000010001000000008000000025000000000000110000040200000000000000000","soviet_control":"100000020000000000000000000000000000044000000000000000000008000000000000001000000000000020000000100000008000001000000010000000000000000000000000000020000000000000","captured":"0","event_vp":1,"vp_shown":13,"high_tide":24,"draw_pile":"1ffdf937ff3c","soviet_pile":"0","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"where":[285,138,78,226,226,168,464,-7,288,-3,111,551,82,700,346,-8,-8,-8,519,429,284,-9,-8,-8,375,-5,-5,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,142,230,376,317,494,53,260,289,170,524,231,-3,84,-3,552,347,435,406,318,348,-5,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,0,1,0,1,1,0,0,0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,0,0,1,1,1,1,0,1,0,1,0,0,1,1,1,0,0,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[1,1],"hands":["20800c2","0"],"triggers":[0,0,0],"played":["400000","0"],"lost_draws":[0,0],"local_support":[-1,-1],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[26,23,33,22],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"battle":null,"ended":null,"stack":[{"frame":"GameTurn","at":"soviet_turn"},{"frame":"PlayerTurn","side":0,"at":"end_of_movement"},{"frame":"OpenWindow","window":"phase_end","sides":[0,1],"at":""},{"frame":"MoveUnits"}]}','{"turn":14,"months":"July-Aug","year":1943,"phase":"movement","actor":"axis","vp":13,"initiative":"soviet","finished":false,"outcome":null,"pieces":{"axis":["1115","1318","1403","1410","1505","1508","1510","1519","1606","1613","1712","1716","1803","1804","1810"],"soviet":["1619","1711","1713","1715","1717","1806","1811","1812","1814","1818","1902","1905","1908","1909","1910","1912","2003","2008"]}}','');
CREATE TABLE meta (
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "meta" VALUES('schema','1');
INSERT INTO "meta" VALUES('mark','699f77c9');
CREATE TABLE seat (
	game TEXT NOT NULL, 
	side TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	name TEXT NOT NULL, 
	level TEXT NOT NULL, 
	token TEXT NOT NULL, 
	invite TEXT NOT NULL, 
	claimed BOOLEAN NOT NULL, 
	PRIMARY KEY (game, side), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "seat" VALUES('ylaoxjl63xdonzrj','axis','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1);
INSERT INTO "seat" VALUES('ylaoxjl63xdonzrj','soviet','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1);
CREATE TABLE snapshot (
	game TEXT NOT NULL, 
	ply INTEGER NOT NULL, 
	rules_version INTEGER NOT NULL, 
	state TEXT NOT NULL, 
	PRIMARY KEY (game, ply), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "snapshot" VALUES('ylaoxjl63xdonzrj',0,3,'{"setup":{"scenario":"citadel","title":"D. Citadel","first_turn":14,"last_turn":16,"first_side":0,"skips":["cards"],"options":{"rules":"classic","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":{"side":"soviet","any_of":[{"points":18}]},"supports":null,"free_upgrades":null,"switches":[]},"turn":14,"phasing":0,"phase":"cards","step":"","initiative":1,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"0","mover":-1,"mover_points":0,"engaged":"0","axis_control":"800000008000000010000100800001200000000100008000000000000001020000008000000010001000000008000000025000000000000110000040200000000000000000","soviet_control":"100000020000000000000000000000000000044000000000000000000008000000000000001000000000000020000000100000008000001000000010000000000000000000000000000020000000000000","captured":"0","event_vp":1,"vp_shown":13,"high_tide":24,"draw_pile":"1ffffffffffe","soviet_pile":"0","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"where":[405,288,199,346,316,229,464,-7,288,-3,111,551,82,700,346,-8,-8,-8,519,429,284,-9,-8,-8,375,-5,-5,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,142,230,376,317,494,53,260,289,170,524,231,-3,84,-3,552,347,435,406,318,348,-5,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,0,1,0,1,1,0,0,0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,0,0,1,1,1,1,0,1,0,1,0,0,1,1,1,0,0,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[0,0],"hands":["0","0"],"triggers":[0,0,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"battle":null,"ended":null,"stack":[{"frame":"Opening","axis_draw":6,"axis_discard":2,"soviet_draw":0,"soviet_discard":0,"at":"cut_axis"},{"frame":"DrawCards","side":0,"count":6}]}');
CREATE TABLE step (
	game TEXT NOT NULL, 
	ply INTEGER NOT NULL, 
	actor TEXT NOT NULL, 
	action TEXT NOT NULL, 
	events TEXT NOT NULL, 
	PRIMARY KEY (game, ply), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',1,'chance','{"type":"Dealt","card":33}','[{"type":"CardDrawn","side":"axis","card":33}]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',2,'chance','{"type":"Dealt","card":22}','[{"type":"CardDrawn","side":"axis","card":22}]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',3,'chance','{"type":"Dealt","card":25}','[{"type":"CardDrawn","side":"axis","card":25}]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',4,'chance','{"type":"Dealt","card":26}','[{"type":"CardDrawn","side":"axis","card":26}]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',5,'chance','{"type":"Dealt","card":23}','[{"type":"CardDrawn","side":"axis","card":23}]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',6,'chance','{"type":"Dealt","card":7}','[{"type":"CardDrawn","side":"axis","card":7}]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',7,'axis','{"type":"Discard","card":26}','[{"type":"CardDiscarded","side":"axis","card":26,"why":"discard"}]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',8,'axis','{"type":"Discard","card":23}','[{"type":"CardDiscarded","side":"axis","card":23,"why":"discard"},{"type":"TurnBegan","turn":14,"weather":"clear"},{"type":"PhaseBegan","side":"axis","phase":"supply"}]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',9,'axis','{"type":"PlayEvent","card":22,"mode":""}','[{"type":"EventPlayed","side":"axis","card":22,"title":"Albert Speer Reorganizes Economy","mode":""}]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',10,'chance','{"type":"Dealt","card":1}','[{"type":"CardDrawn","side":"axis","card":1}]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',11,'chance','{"type":"Dealt","card":6}','[{"type":"CardDrawn","side":"axis","card":6}]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',12,'chance','{"type":"Dealt","card":19}','[{"type":"CardDrawn","side":"axis","card":19}]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',13,'axis','{"type":"Discard","card":33}','[{"type":"CardDiscarded","side":"axis","card":33,"why":"event"},{"type":"CardDiscarded","side":"axis","card":22,"why":"event"}]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',14,'axis','{"type":"Pass"}','[{"type":"PhaseBegan","side":"axis","phase":"organization"}]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',15,'axis','{"type":"Done"}','[]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',16,'axis','{"type":"Done"}','[]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',17,'axis','{"type":"Done"}','[{"type":"PhaseBegan","side":"axis","phase":"movement"}]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',18,'axis','{"type":"MoveUnit","unit":"G1Pz","to":"1510"}','[{"type":"UnitMoved","unit":"G1Pz","path":["1714","1614","1513","1512","1411","1510"],"cost":6}]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',19,'axis','{"type":"MoveUnit","unit":"G2Pz","to":"1505"}','[{"type":"UnitMoved","unit":"G2Pz","path":["1810","1709","1708","1607","1606","1505"],"cost":6}]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',20,'axis','{"type":"MoveUnit","unit":"G3Pz","to":"1403"}','[{"type":"UnitMoved","unit":"G3Pz","path":["1707","1607","1606","1505","1504","1403"],"cost":6}]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',21,'axis','{"type":"MoveUnit","unit":"G4Pz","to":"1508"}','[{"type":"UnitMoved","unit":"G4Pz","path":["1712","1612","1511","1510","1509","1508"],"cost":6}]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',22,'axis','{"type":"MoveUnit","unit":"G2","to":"1508"}','[{"type":"UnitMoved","unit":"G2","path":["1611","1610","1509","1508"],"cost":4}]');
INSERT INTO "step" VALUES('ylaoxjl63xdonzrj',23,'axis','{"type":"MoveUnit","unit":"G4","to":"1606"}','[{"type":"UnitMoved","unit":"G4","path":["1808","1708","1607","1606"],"cost":4}]');
CREATE INDEX ix_game_owner ON game (owner);
CREATE INDEX ix_seat_token ON seat (token);
COMMIT;
