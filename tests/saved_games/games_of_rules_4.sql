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
INSERT INTO "game" VALUES('ibh7peskkts3xo5r','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','Begun under rules version 4','bagration','{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false}','2026-11-22T08:12:52.958+00:00','2026-11-22T08:12:54.058+00:00',31,4,'{"setup":{"scenario":"bagration","title":"E. Operation Bagration","first_turn":19,"last_turn":22,"first_side":1,"skips":["cards"],"options":{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":{"side":"soviet","any_of":[{"points":28}]},"supports":null,"free_upgrades":null,"switches":[]},"turn":19,"phasing":1,"phase":"counterblows","step":"","initiative":1,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"0","mover":-1,"mover_points":0,"engaged":"0","axis_control":"10000000800000000000000100000000000000000000020000008000000010000000000008000000025000000000000110000040200000000000000000","soviet_control":"100000020000000000000000800000008000044000000100000001200008000000008000001000000001000020000000100000009000001000000010000000000000000000000000000020000000000000","captured":"0","event_vp":1,"vp_shown":21,"high_tide":24,"draw_pile":"801b7fcffffffe","soviet_pile":"800ff7ff7fedce","targets":"400000020000000800000000000002000000100000000000000000000","fought":"0","counterblows":"800000000000000000000000000000000000000000000000000000000000000","paid_counterblows":"800000000000000000000000000000000000000000000000000000000000000","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"where":[309,-9,167,280,251,197,428,398,226,-3,109,-4,80,700,-9,161,-8,-8,428,398,308,-9,-8,-8,195,-5,-5,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,110,198,256,228,339,52,310,283,168,312,231,519,81,432,227,281,429,311,369,399,-5,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,0,1,1,1,0,0,0,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,0,1,1,1,0,0,0,1,0,1,1,1,1,1,1,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[0,2],"hands":["40030000000","100000800030"],"triggers":[0,0,0],"played":["8000000000","0"],"lost_draws":[0,0],"local_support":[-1,-1],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[39],"soviet_discards":[12,35,9],"table":[],"effects":[],"planned":[],"waiting":[],"battle":null,"ended":null,"stack":[{"frame":"GameTurn","at":"next_turn"},{"frame":"PlayerTurn","side":1,"at":"removal"},{"frame":"OpenWindow","window":"phase_end","sides":[0,1],"at":""},{"frame":"CombatPhase","side":1,"at":"allocate"},{"frame":"PlaceCounterblows","side":0},{"frame":"Purchase","side":0,"cancelled":false,"at":"","kind":"counterblow","unit":-1,"place":251,"face":0,"cadre":-1},{"frame":"PayCards","side":0,"count":1,"purpose":"counterblow","void":false}]}','{"turn":19,"months":"May-June","year":1944,"phase":"counterblows","actor":"axis","vp":21,"initiative":"soviet","finished":false,"outcome":null,"pieces":{"axis":["0811","0906","0911","1009","1010","1014","1015","1307","1506","1507","1508","1603","1604"],"soviet":["1011","1012","1013","1110","1111","1114","1115","1211","1310","1318","1415","1509","1606","1607","1608","1703","1704","1708","1802","2008"]}}','');
CREATE TABLE meta (
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "meta" VALUES('schema','1');
INSERT INTO "meta" VALUES('mark','92d62d0e');
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
INSERT INTO "seat" VALUES('ibh7peskkts3xo5r','axis','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1);
INSERT INTO "seat" VALUES('ibh7peskkts3xo5r','soviet','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1);
CREATE TABLE snapshot (
	game TEXT NOT NULL, 
	ply INTEGER NOT NULL, 
	rules_version INTEGER NOT NULL, 
	state TEXT NOT NULL, 
	PRIMARY KEY (game, ply), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "snapshot" VALUES('ibh7peskkts3xo5r',0,4,'{"setup":{"scenario":"bagration","title":"E. Operation Bagration","first_turn":19,"last_turn":22,"first_side":1,"skips":["cards"],"options":{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":{"side":"soviet","any_of":[{"points":28}]},"supports":null,"free_upgrades":null,"switches":[]},"turn":19,"phasing":1,"phase":"cards","step":"","initiative":1,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"0","mover":-1,"mover_points":0,"engaged":"0","axis_control":"10000000800000000000000100000000000000000000020000008000000010000000000008000000025000000000000110000040200000000000000000","soviet_control":"100000020000000000000000800000008000044000000100000001200008000000008000001000000001000020000000100000009000001000000010000000000000000000000000000020000000000000","captured":"0","event_vp":1,"vp_shown":21,"high_tide":24,"draw_pile":"801ffffffffffe","soviet_pile":"801ffffffffffe","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"where":[309,-9,167,280,251,197,428,398,226,-3,109,-4,80,700,-9,161,-8,-8,428,398,308,-9,-8,-8,195,-5,-5,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,110,198,256,228,339,52,310,283,168,312,231,519,81,432,227,281,429,311,369,399,-5,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,0,1,1,1,0,0,0,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,0,1,1,1,0,0,0,1,0,1,1,1,1,1,1,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[0,0],"hands":["0","0"],"triggers":[0,0,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"battle":null,"ended":null,"stack":[{"frame":"Opening","axis_draw":4,"axis_discard":0,"soviet_draw":6,"soviet_discard":2,"at":"cut_axis"},{"frame":"DrawCards","side":0,"count":4}]}');
CREATE TABLE step (
	game TEXT NOT NULL, 
	ply INTEGER NOT NULL, 
	actor TEXT NOT NULL, 
	action TEXT NOT NULL, 
	events TEXT NOT NULL, 
	PRIMARY KEY (game, ply), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',1,'chance','{"type":"Dealt","card":29}','[{"type":"CardDrawn","side":"axis","card":29}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',2,'chance','{"type":"Dealt","card":39}','[{"type":"CardDrawn","side":"axis","card":39}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',3,'chance','{"type":"Dealt","card":42}','[{"type":"CardDrawn","side":"axis","card":42}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',4,'chance','{"type":"Dealt","card":28}','[{"type":"CardDrawn","side":"axis","card":28}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',5,'chance','{"type":"Dealt","card":35}','[{"type":"CardDrawn","side":"soviet","card":35}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',6,'chance','{"type":"Dealt","card":23}','[{"type":"CardDrawn","side":"soviet","card":23}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',7,'chance','{"type":"Dealt","card":5}','[{"type":"CardDrawn","side":"soviet","card":5}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',8,'chance','{"type":"Dealt","card":4}','[{"type":"CardDrawn","side":"soviet","card":4}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',9,'chance','{"type":"Dealt","card":12}','[{"type":"CardDrawn","side":"soviet","card":12},{"type":"EventPlayed","side":"soviet","card":12,"title":"General Mud","mode":""}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',10,'chance','{"type":"Dealt","card":9}','[{"type":"CardDrawn","side":"soviet","card":9},{"type":"CardDiscarded","side":"soviet","card":12,"why":"event"}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',11,'chance','{"type":"Dealt","card":44}','[{"type":"CardDrawn","side":"soviet","card":44}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',12,'soviet','{"type":"Discard","card":35}','[{"type":"CardDiscarded","side":"soviet","card":35,"why":"discard"}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',13,'soviet','{"type":"Discard","card":9}','[{"type":"CardDiscarded","side":"soviet","card":9,"why":"discard"},{"type":"TurnBegan","turn":19,"weather":"clear"},{"type":"PhaseBegan","side":"soviet","phase":"supply"}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',14,'soviet','{"type":"Pass"}','[]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',15,'axis','{"type":"Pass"}','[{"type":"PhaseBegan","side":"soviet","phase":"organization"}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',16,'axis','{"type":"Pass"}','[]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',17,'soviet','{"type":"Done"}','[]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',18,'soviet','{"type":"Done"}','[{"type":"PhaseBegan","side":"soviet","phase":"movement"}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',19,'soviet','{"type":"Done"}','[]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',20,'soviet','{"type":"Pass"}','[]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',21,'axis','{"type":"PlayEvent","card":39,"mode":""}','[{"type":"EventPlayed","side":"axis","card":39,"title":"Operational Moves","mode":""}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',22,'soviet','{"type":"Pass"}','[]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',23,'axis','{"type":"Done"}','[{"type":"CardDiscarded","side":"axis","card":39,"why":"event"}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',24,'axis','{"type":"Pass"}','[{"type":"PhaseBegan","side":"soviet","phase":"combat"}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',25,'soviet','{"type":"DeclareTarget","hex":"1603"}','[{"type":"TargetDeclared","hex":"1603"}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',26,'soviet','{"type":"DeclareTarget","hex":"1604"}','[{"type":"TargetDeclared","hex":"1604"}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',27,'soviet','{"type":"DeclareTarget","hex":"1506"}','[{"type":"TargetDeclared","hex":"1506"}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',28,'soviet','{"type":"DeclareTarget","hex":"1507"}','[{"type":"TargetDeclared","hex":"1507"}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',29,'soviet','{"type":"DeclareTarget","hex":"1508"}','[{"type":"TargetDeclared","hex":"1508"}]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',30,'axis','{"type":"Pass"}','[]');
INSERT INTO "step" VALUES('ibh7peskkts3xo5r',31,'axis','{"type":"PlaceCounterblow","hex":"1009"}','[{"type":"CounterblowPlaced","side":"axis","hex":"1009","why":"paid"}]');
CREATE INDEX ix_game_owner ON game (owner);
CREATE INDEX ix_seat_token ON seat (token);
COMMIT;
