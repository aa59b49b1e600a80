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
INSERT INTO "game" VALUES('rjshs4gcyruocij7','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','Begun under rules version 5','saturn','{"rules":"living","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false}','2026-11-22T08:13:12.314+00:00','2026-11-22T08:13:12.613+00:00',24,5,'{"setup":{"scenario":"saturn","title":"C. Operation Saturn","first_turn":10,"last_turn":12,"first_side":1,"skips":["cards"],"options":{"rules":"living","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":{"side":"soviet","any_of":[{"held":13},{"hexes":["2117"],"lost":["G6","G4Pz"]}]},"supports":null,"free_upgrades":null,"switches":[]},"turn":10,"phasing":1,"phase":"movement","step":"","initiative":0,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"17c000000000","mover":-1,"mover_points":0,"engaged":"0","axis_control":"800000008000044010000100800001200000000100008000000000000001020000008000000010001000000008000000025000000000000110000040200000000000000000","soviet_control":"100000020000000000000000000000000000000000000000000000000008000000000000001000000000000020000000100000008000001000000010000000000000000000000000000020000000000000","captured":"0","event_vp":0,"vp_shown":24,"high_tide":0,"draw_pile":"a6fffb77ef6","soviet_pile":"0","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":1,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","where":[583,288,199,497,347,229,498,-8,200,-1,111,551,82,700,-8,-8,-8,-8,437,527,377,407,-8,-8,228,-5,-8,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,83,201,379,319,409,53,172,289,171,614,231,-4,84,-3,612,348,528,438,-8,-8,-5,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,1,1,1,0,0,0,0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,1,0,0,1,0,1,0,0,0,0,0,1,1,0,0,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[1,2],"hands":["141000000008","408100"],"triggers":[0,0,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[40,39,19],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"battle":null,"ended":null,"stack":[{"frame":"GameTurn","at":"next_turn"},{"frame":"PlayerTurn","side":1,"at":"end_of_movement"},{"frame":"OpenWindow","window":"phase_end","sides":[0,1],"at":""},{"frame":"MoveUnits"}]}','{"turn":10,"months":"Nov-Dec","year":1942,"phase":"movement","actor":"soviet","vp":24,"initiative":"axis","finished":false,"outcome":null,"pieces":{"axis":["1519","1707","1708","1803","1804","1807","1808","1810","1812","1813","1820","1914","1915","2017","2117","2118"],"soviet":["1721","1902","1903","1906","1907","1910","1911","1912","1921","2003","2006","2008","2013","2015","2114","2218"]}}','');
CREATE TABLE meta (
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "meta" VALUES('schema','1');
INSERT INTO "meta" VALUES('mark','3b1db202');
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
INSERT INTO "seat" VALUES('rjshs4gcyruocij7','axis','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1);
INSERT INTO "seat" VALUES('rjshs4gcyruocij7','soviet','human','','','3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0','',1);
CREATE TABLE snapshot (
	game TEXT NOT NULL, 
	ply INTEGER NOT NULL, 
	rules_version INTEGER NOT NULL, 
	state TEXT NOT NULL, 
	PRIMARY KEY (game, ply), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "snapshot" VALUES('rjshs4gcyruocij7',0,5,'{"setup":{"scenario":"saturn","title":"C. Operation Saturn","first_turn":10,"last_turn":12,"first_side":1,"skips":["cards"],"options":{"rules":"living","guarded":true,"variable_weather":true,"no_surrender":false,"faster_reorganization":false,"detachments":false,"fortified_fronts":false,"local_support":false,"rezervy":false,"paratroops":false,"die_modifiers":[0,0],"draw_modifiers":[0,0],"joker":false,"simultaneous_battles":false,"campaign":false},"victory":{"side":"soviet","any_of":[{"held":13},{"hexes":["2117"],"lost":["G6","G4Pz"]}]},"supports":null,"free_upgrades":null,"switches":[]},"turn":10,"phasing":1,"phase":"cards","step":"","initiative":0,"weather":"CCMSSMCCCSSMCCCMSSCCCMSLMCCC","unsupplied":"0","disorganized":"0","moved":"0","mover":-1,"mover_points":0,"engaged":"0","axis_control":"800000008000044010000100800001200000000100008000000000000001020000008000000010001000000008000000025000000000000110000040200000000000000000","soviet_control":"100000020000000000000000000000000000000000000000000000000008000000000000001000000000000020000000100000008000001000000010000000000000000000000000000020000000000000","captured":"0","event_vp":0,"vp_shown":24,"high_tide":0,"draw_pile":"1ffffffffffe","soviet_pile":"0","targets":"0","fought":"0","counterblows":"0","paid_counterblows":"0","standing":"0","results":"0","flips":"0","upgrades_left":0,"bill":0,"entrained":"0","reserve":-1,"penalty_draws":0,"sudden_death_cancelled":0,"scorched":"0","works":"0","joker":-1,"bill_replacing":0,"together":0,"extension_laid":false,"replaced":"0","where":[583,288,199,497,347,229,498,-8,200,-1,111,551,82,700,-8,-8,-8,-8,437,527,377,407,-8,-8,228,-5,-8,-9,-9,-9,-8,-8,-8,-8,-8,-8,-8,-8,142,230,408,409,469,53,260,289,171,614,231,-4,84,-3,612,348,528,438,-8,-8,-5,-9,-9,-9,-9,-8,-8,-8,-8],"face":[0,1,1,1,0,0,0,0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,1,0,0,1,0,1,0,0,0,0,0,1,1,0,0,0,0,0,0,0,0,0,0,0],"due":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"supports":[0,0],"hands":["0","0"],"triggers":[0,0,0],"played":["0","0"],"lost_draws":[0,0],"local_support":[-1,-1],"units":["G1Pz","G2Pz","G3Pz","G4Pz","G2","G4","G6","G8","G9","G11","G16","G17","G18","FINN","GSSPz","GSSGr","GE","GF","RUM3","RUM4","HUN2","ITA8","HUN1","HUN3","LUFT","KG1","KG2","ABT_I1","ABT_I2","ABT_M","BERLIN_G","VOLKS1","VOLKS2","VOLKS3","VOLKS4","FEST1","FEST2","FEST3","S_NW","S_W","S_SW","S_CEN","S_S","S_LEN","S_RES","S_BRY","S_KAL","S_CAU","S_MOS","S_SEV","S_VOL","S_CRI","S_NC","S_VOR","S_STA","S_DON","S_KUR","S_STE","OST1","FF1","FF2","REZ","PARA","SPOL","SRUM","YUG1","YUG2"],"discards":[],"soviet_discards":[],"table":[],"effects":[],"planned":[],"waiting":[],"battle":null,"ended":null,"stack":[{"frame":"Opening","axis_draw":4,"axis_discard":0,"soviet_draw":6,"soviet_discard":2,"at":"cut_axis"},{"frame":"DrawCards","side":0,"count":4}]}');
CREATE TABLE step (
	game TEXT NOT NULL, 
	ply INTEGER NOT NULL, 
	actor TEXT NOT NULL, 
	action TEXT NOT NULL, 
	events TEXT NOT NULL, 
	PRIMARY KEY (game, ply), 
	FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "step" VALUES('rjshs4gcyruocij7',1,'chance','{"type":"Dealt","card":42}','[{"type":"CardDrawn","side":"axis","card":42}]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',2,'chance','{"type":"Dealt","card":3}','[{"type":"CardDrawn","side":"axis","card":3}]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',3,'chance','{"type":"Dealt","card":44}','[{"type":"CardDrawn","side":"axis","card":44}]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',4,'chance','{"type":"Dealt","card":36}','[{"type":"CardDrawn","side":"axis","card":36}]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',5,'chance','{"type":"Dealt","card":39}','[{"type":"CardDrawn","side":"soviet","card":39}]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',6,'chance','{"type":"Dealt","card":15}','[{"type":"CardDrawn","side":"soviet","card":15}]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',7,'chance','{"type":"Dealt","card":8}','[{"type":"CardDrawn","side":"soviet","card":8}]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',8,'chance','{"type":"Dealt","card":22}','[{"type":"CardDrawn","side":"soviet","card":22}]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',9,'chance','{"type":"Dealt","card":19}','[{"type":"CardDrawn","side":"soviet","card":19}]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',10,'chance','{"type":"Dealt","card":40}','[{"type":"CardDrawn","side":"soviet","card":40},{"type":"EventPlayed","side":"soviet","card":40,"title":"Great Patriotic War","mode":""},{"type":"DeckReshuffled","cards":34},{"type":"CardDiscarded","side":"soviet","card":40,"why":"event"}]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',11,'soviet','{"type":"Discard","card":39}','[{"type":"CardDiscarded","side":"soviet","card":39,"why":"discard"}]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',12,'soviet','{"type":"Discard","card":19}','[{"type":"CardDiscarded","side":"soviet","card":19,"why":"discard"},{"type":"TurnBegan","turn":10,"weather":"snow"},{"type":"PhaseBegan","side":"soviet","phase":"supply"}]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',13,'soviet','{"type":"Pass"}','[]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',14,'soviet','{"type":"Pass"}','[{"type":"PhaseBegan","side":"soviet","phase":"organization"}]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',15,'soviet','{"type":"Done"}','[]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',16,'soviet','{"type":"Done"}','[]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',17,'soviet','{"type":"Done"}','[]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',18,'soviet','{"type":"Pass"}','[{"type":"PhaseBegan","side":"soviet","phase":"movement"}]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',19,'soviet','{"type":"MoveUnit","unit":"S_NW","to":"1903"}','[{"type":"UnitMoved","unit":"S_NW","path":["1905","2004","1903"],"cost":3}]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',20,'soviet','{"type":"MoveUnit","unit":"S_W","to":"1907"}','[{"type":"UnitMoved","unit":"S_W","path":["1908","2008","1907"],"cost":3}]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',21,'soviet','{"type":"MoveUnit","unit":"S_SW","to":"2013"}','[{"type":"UnitMoved","unit":"S_SW","path":["2014","2013"],"cost":2}]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',22,'soviet','{"type":"MoveUnit","unit":"S_CEN","to":"1911"}','[{"type":"UnitMoved","unit":"S_CEN","path":["2114","2013","2012","1911"],"cost":3}]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',23,'soviet','{"type":"MoveUnit","unit":"S_S","to":"2114"}','[{"type":"UnitMoved","unit":"S_S","path":["2216","2115","2114"],"cost":3}]');
INSERT INTO "step" VALUES('rjshs4gcyruocij7',24,'soviet','{"type":"MoveUnit","unit":"S_RES","to":"2006"}','[{"type":"UnitMoved","unit":"S_RES","path":["1909","2008","2007","2006"],"cost":3}]');
CREATE INDEX ix_game_owner ON game (owner);
CREATE INDEX ix_seat_token ON seat (token);
COMMIT;
