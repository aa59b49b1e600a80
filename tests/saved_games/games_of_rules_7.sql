BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
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
INSERT INTO "game" VALUES('o5vngrax2petz2o6','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','Begun under rules version 7','tournament','{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false}','2026-11-22T12:27:38.228+00:00','2026-11-22T12:27:38.759+00:00',14,7,'{"setup":{"scenario":"tournament","title":"G. Tournament","first_turn":1,"last_turn":22,"first_side":0,"skips":["cards","supply","organization"],"options":{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":{"side":"soviet","any_of":[{"high_tide":true}],"early":true},"supports":null,"free_upgrades":null,"switches":[["variable_weather",false]]},"turn":1,"phasing":0,"phase":"movement","step":"","initiative":0,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"6f","mover":-1,"mover_points":0,"engaged":"0","axis_control":"10000000800000000000000100000000000000000000020000008000000010000000000000000000025000000000000110000000200000000000000000","soviet_control":"100000020000000000000000800000008000044000000100000001200008000000008000001000000001000020000000100000009000001008000010000000000000000000000040000020000000000000","captured":"0","event_vp":0,"vp_shown":12,"high_tide":0,"draw_pile":"1fffefdffbae","soviet_pile":"801ffffffffffe","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","where":[129,70,70,71,-8,102,129,-8,134,427,105,279,104,700,-8,-8,-8,-8,397,457,-8,-8,-8,-8,-8,-8,-8,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,106,193,280,312,398,53,231,288,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[3,0],"hands":["80000010200400","0"],"triggers":[0,0,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"red_due":["0","0"],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[4,6],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"battle":null,"ended":null,"stack":[{"frame":"GameTurn","at":"soviet_turn"},{"frame":"PlayerTurn","side":0,"at":"end_of_movement"},{"frame":"EndPhase","at":""},{"frame":"MoveUnits"}]}','{"turn":1,"months":"6","year":1941,"phase":"movement","actor":"axis","vp":12,"initiative":"axis","finished":false,"outcome":null,"pieces":{"axis":["0603","0605","0703","0904","0910","0914","0915","1016","1104","1105","1204"],"soviet":["1010","1014","1107","1211","1304","1810","1902","2008"]}}','');
CREATE TABLE meta (
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "meta" VALUES('schema','1');
INSERT INTO "meta" VALUES('mark','ffd2c031');
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
INSERT INTO "seat" VALUES('o5vngrax2petz2o6','axis','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1);
INSERT INTO "seat" VALUES('o5vngrax2petz2o6','soviet','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1);
CREATE TABLE snapshot (
	game TEXT NOT NULL, 
	ply INTEGER NOT NULL, 
	rules_version INTEGER NOT NULL, 
	state TEXT NOT NULL, 
	PRIMARY KEY (game, ply), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "snapshot" VALUES('o5vngrax2petz2o6',0,7,'{"setup":{"scenario":"tournament","title":"G. Tournament","first_turn":1,"last_turn":22,"first_side":0,"skips":["cards","supply","organization"],"options":{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":{"side":"soviet","any_of":[{"high_tide":true}],"early":true},"supports":null,"free_upgrades":null,"switches":[["variable_weather",false]]},"turn":1,"phasing":0,"phase":"cards","step":"","initiative":0,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"0","mover":-1,"mover_points":0,"engaged":"0","axis_control":"10000000800000000000000100000000000000000000020000008000000010000000000000000000025000000000000110000000200000000000000000","soviet_control":"100000020000000000000000800000008000044000000100000001200008000000008000001000000001000020000000100000009000001008000010000000000000000000000040000020000000000000","captured":"0","event_vp":0,"vp_shown":12,"high_tide":0,"draw_pile":"801ffffffffffe","soviet_pile":"801ffffffffffe","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","where":[279,221,134,105,-8,192,249,-8,134,427,105,279,104,700,-8,-8,-8,-8,397,457,-8,-8,-8,-8,-8,-8,-8,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,106,193,280,312,398,53,231,288,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[0,0],"hands":["0","0"],"triggers":[0,0,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"red_due":["0","0"],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"battle":null,"ended":null,"stack":[{"frame":"Opening","axis_draw":6,"axis_discard":2,"soviet_draw":0,"soviet_discard":0,"at":"cut_axis"},{"frame":"DrawCards","side":0,"count":6}]}');
CREATE TABLE step (
	game TEXT NOT NULL, 
	ply INTEGER NOT NULL, 
	actor TEXT NOT NULL, 
	action TEXT NOT NULL, 
	events TEXT NOT NULL, 
	PRIMARY KEY (game, ply), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "step" VALUES('o5vngrax2petz2o6',1,'chance','{"type":"Dealt","card":21}','[{"type":"CardDrawn","side":"axis","card":21}]');
INSERT INTO "step" VALUES('o5vngrax2petz2o6',2,'chance','{"type":"Dealt","card":10}','[{"type":"CardDrawn","side":"axis","card":10}]');
INSERT INTO "step" VALUES('o5vngrax2petz2o6',3,'chance','{"type":"Dealt","card":28}','[{"type":"CardDrawn","side":"axis","card":28}]');
INSERT INTO "step" VALUES('o5vngrax2petz2o6',4,'chance','{"type":"Dealt","card":55}','[{"type":"CardDrawn","side":"axis","card":55}]');
INSERT INTO "step" VALUES('o5vngrax2petz2o6',5,'chance','{"type":"Dealt","card":4}','[{"type":"CardDrawn","side":"axis","card":4}]');
INSERT INTO "step" VALUES('o5vngrax2petz2o6',6,'chance','{"type":"Dealt","card":6}','[{"type":"CardDrawn","side":"axis","card":6}]');
INSERT INTO "step" VALUES('o5vngrax2petz2o6',7,'axis','{"type":"Discard","card":4}','[{"type":"CardDiscarded","side":"axis","card":4,"why":"discard"}]');
INSERT INTO "step" VALUES('o5vngrax2petz2o6',8,'axis','{"type":"Discard","card":6}','[{"type":"CardDiscarded","side":"axis","card":6,"why":"discard"},{"type":"TurnBegan","turn":1,"weather":"clear"},{"type":"PhaseBegan","side":"axis","phase":"movement"}]');
INSERT INTO "step" VALUES('o5vngrax2petz2o6',9,'axis','{"type":"MoveUnit","unit":"G1Pz","to":"0605"}','[{"type":"UnitMoved","unit":"G1Pz","path":["0910","0809","0808","0707","0706","0605"],"cost":6}]');
INSERT INTO "step" VALUES('o5vngrax2petz2o6',10,'axis','{"type":"MoveUnit","unit":"G2Pz","to":"0603"}','[{"type":"UnitMoved","unit":"G2Pz","path":["1008","0907","0906","0805","0804","0703","0603"],"cost":6}]');
INSERT INTO "step" VALUES('o5vngrax2petz2o6',11,'axis','{"type":"MoveUnit","unit":"G3Pz","to":"0603"}','[{"type":"UnitMoved","unit":"G3Pz","path":["1105","1104","1004","0904","0803","0703","0603"],"cost":6}]');
INSERT INTO "step" VALUES('o5vngrax2petz2o6',12,'axis','{"type":"MoveUnit","unit":"G4Pz","to":"0703"}','[{"type":"UnitMoved","unit":"G4Pz","path":["1204","1104","1004","0904","0803","0703"],"cost":6}]');
INSERT INTO "step" VALUES('o5vngrax2petz2o6',13,'axis','{"type":"MoveUnit","unit":"G4","to":"0904"}','[{"type":"UnitMoved","unit":"G4","path":["1007","1006","0905","0904"],"cost":4}]');
INSERT INTO "step" VALUES('o5vngrax2petz2o6',14,'axis','{"type":"MoveUnit","unit":"G6","to":"0605"}','[{"type":"UnitMoved","unit":"G6","path":["0809","0808","0707","0706","0605"],"cost":4}]');
CREATE INDEX ix_game_owner ON game (owner);
CREATE INDEX ix_seat_token ON seat (token);
COMMIT;
