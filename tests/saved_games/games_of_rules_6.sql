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
INSERT INTO "game" VALUES('6376hnvceer7njby','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','Begun under rules version 6','tournament','{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false}','2026-11-22T08:13:25.857+00:00','2026-11-22T08:13:26.334+00:00',15,6,'{"setup":{"scenario":"tournament","title":"G. Tournament","first_turn":1,"last_turn":22,"first_side":0,"skips":["cards","supply","organization"],"options":{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":{"side":"soviet","any_of":[{"high_tide":true}],"early":true},"supports":null,"free_upgrades":null,"switches":[["variable_weather",false]]},"turn":1,"phasing":0,"phase":"combat","step":"battles","initiative":0,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"0","mover":-1,"mover_points":0,"engaged":"0","axis_control":"10000000800000000000000100000000000000000000020000008000000010000000000000000000025000000000000110000000200000000000000000","soviet_control":"100000020000000000000000800000008000044000000100000001200008000000008000001000000001000020000000100000009000001008000010000000000000000000000040000020000000000000","captured":"0","event_vp":0,"vp_shown":12,"high_tide":0,"draw_pile":"800ff6feffbbfe","soviet_pile":"801ffffffffffe","targets":"4000000000000000000000000000010000000000000000000002000000000000000000000400000000000000000000000000","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","where":[279,221,134,105,-8,192,249,-8,134,427,105,279,104,700,-8,-8,-8,-8,397,457,-8,-8,-8,-8,-8,-8,-8,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,106,193,280,312,398,53,231,288,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[3,0],"hands":["100100004400","0"],"triggers":[0,0,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[35,24],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"battle":null,"ended":null,"stack":[{"frame":"GameTurn","at":"soviet_turn"},{"frame":"PlayerTurn","side":0,"at":"removal"},{"frame":"OpenWindow","window":"phase_end","sides":[0,1],"at":""},{"frame":"CombatPhase","side":0,"at":"fight"},{"frame":"NextBattle","side":0},{"frame":"ComposeBattle","side":0,"targets":[106],"attackers":[3]}]}','{"turn":1,"months":"June","year":1941,"phase":"combat","actor":"axis","vp":12,"initiative":"axis","finished":false,"outcome":null,"pieces":{"axis":["0809","0910","0914","0915","1007","1008","1016","1104","1105","1204"],"soviet":["1010","1014","1107","1211","1304","1810","1902","2008"]}}','');
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
INSERT INTO "seat" VALUES('6376hnvceer7njby','axis','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1);
INSERT INTO "seat" VALUES('6376hnvceer7njby','soviet','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1);
CREATE TABLE snapshot (
	game TEXT NOT NULL, 
	ply INTEGER NOT NULL, 
	rules_version INTEGER NOT NULL, 
	state TEXT NOT NULL, 
	PRIMARY KEY (game, ply), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "snapshot" VALUES('6376hnvceer7njby',0,6,'{"setup":{"scenario":"tournament","title":"G. Tournament","first_turn":1,"last_turn":22,"first_side":0,"skips":["cards","supply","organization"],"options":{"rules":"digital","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":{"side":"soviet","any_of":[{"high_tide":true}],"early":true},"supports":null,"free_upgrades":null,"switches":[["variable_weather",false]]},"turn":1,"phasing":0,"phase":"cards","step":"","initiative":0,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"0","mover":-1,"mover_points":0,"engaged":"0","axis_control":"10000000800000000000000100000000000000000000020000008000000010000000000000000000025000000000000110000000200000000000000000","soviet_control":"100000020000000000000000800000008000044000000100000001200008000000008000001000000001000020000000100000009000001008000010000000000000000000000040000020000000000000","captured":"0","event_vp":0,"vp_shown":12,"high_tide":0,"draw_pile":"801ffffffffffe","soviet_pile":"801ffffffffffe","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","where":[279,221,134,105,-8,192,249,-8,134,427,105,279,104,700,-8,-8,-8,-8,397,457,-8,-8,-8,-8,-8,-8,-8,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,106,193,280,312,398,53,231,288,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-8,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[0,0],"hands":["0","0"],"triggers":[0,0,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"battle":null,"ended":null,"stack":[{"frame":"Opening","axis_draw":6,"axis_discard":2,"soviet_draw":0,"soviet_discard":0,"at":"cut_axis"},{"frame":"DrawCards","side":0,"count":6}]}');
CREATE TABLE step (
	game TEXT NOT NULL, 
	ply INTEGER NOT NULL, 
	actor TEXT NOT NULL, 
	action TEXT NOT NULL, 
	events TEXT NOT NULL, 
	PRIMARY KEY (game, ply), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "step" VALUES('6376hnvceer7njby',1,'chance','{"type":"Dealt","card":44}','[{"type":"CardDrawn","side":"axis","card":44}]');
INSERT INTO "step" VALUES('6376hnvceer7njby',2,'chance','{"type":"Dealt","card":10}','[{"type":"CardDrawn","side":"axis","card":10}]');
INSERT INTO "step" VALUES('6376hnvceer7njby',3,'chance','{"type":"Dealt","card":32}','[{"type":"CardDrawn","side":"axis","card":32}]');
INSERT INTO "step" VALUES('6376hnvceer7njby',4,'chance','{"type":"Dealt","card":14}','[{"type":"CardDrawn","side":"axis","card":14}]');
INSERT INTO "step" VALUES('6376hnvceer7njby',5,'chance','{"type":"Dealt","card":24}','[{"type":"CardDrawn","side":"axis","card":24}]');
INSERT INTO "step" VALUES('6376hnvceer7njby',6,'chance','{"type":"Dealt","card":35}','[{"type":"CardDrawn","side":"axis","card":35}]');
INSERT INTO "step" VALUES('6376hnvceer7njby',7,'axis','{"type":"Discard","card":35}','[{"type":"CardDiscarded","side":"axis","card":35,"why":"discard"}]');
INSERT INTO "step" VALUES('6376hnvceer7njby',8,'axis','{"type":"Discard","card":24}','[{"type":"CardDiscarded","side":"axis","card":24,"why":"discard"},{"type":"TurnBegan","turn":1,"weather":"clear"},{"type":"PhaseBegan","side":"axis","phase":"movement"}]');
INSERT INTO "step" VALUES('6376hnvceer7njby',9,'axis','{"type":"Done"}','[{"type":"PhaseBegan","side":"axis","phase":"combat"}]');
INSERT INTO "step" VALUES('6376hnvceer7njby',10,'axis','{"type":"DeclareTarget","hex":"1304"}','[{"type":"TargetDeclared","hex":"1304"}]');
INSERT INTO "step" VALUES('6376hnvceer7njby',11,'axis','{"type":"DeclareTarget","hex":"1107"}','[{"type":"TargetDeclared","hex":"1107"}]');
INSERT INTO "step" VALUES('6376hnvceer7njby',12,'axis','{"type":"DeclareTarget","hex":"1010"}','[{"type":"TargetDeclared","hex":"1010"}]');
INSERT INTO "step" VALUES('6376hnvceer7njby',13,'axis','{"type":"DeclareTarget","hex":"1014"}','[{"type":"TargetDeclared","hex":"1014"}]');
INSERT INTO "step" VALUES('6376hnvceer7njby',14,'axis','{"type":"BeginBattle","hex":"1304"}','[]');
INSERT INTO "step" VALUES('6376hnvceer7njby',15,'axis','{"type":"AssignAttacker","unit":"G4Pz"}','[]');
CREATE INDEX ix_game_owner ON game (owner);
CREATE INDEX ix_seat_token ON seat (token);
COMMIT;
