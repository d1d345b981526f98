#include "CTuningPage.h"

// #embed belongs to C23. Clang accepts it in every dialect, with a warning in older ones.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char camera_js[] = {
#embed "../MotesTuning/Page/camera.js"
};
static const unsigned char commands_js[] = {
#embed "../MotesTuning/Page/commands.js"
};
static const unsigned char completion_js[] = {
#embed "../MotesTuning/Page/completion.js"
};
static const unsigned char connection_js[] = {
#embed "../MotesTuning/Page/connection.js"
};
static const unsigned char controls_js[] = {
#embed "../MotesTuning/Page/controls.js"
};
static const unsigned char curves_js[] = {
#embed "../MotesTuning/Page/curves.js"
};
static const unsigned char depths_js[] = {
#embed "../MotesTuning/Page/depths.js"
};
static const unsigned char editor_js[] = {
#embed "../MotesTuning/Page/editor.js"
};
static const unsigned char exports_js[] = {
#embed "../MotesTuning/Page/exports.js"
};
static const unsigned char gallery_css[] = {
#embed "../MotesTuning/Page/gallery.css"
};
static const unsigned char gallery_js[] = {
#embed "../MotesTuning/Page/gallery.js"
};
static const unsigned char guard_js[] = {
#embed "../MotesTuning/Page/guard.js"
};
static const unsigned char index_html[] = {
#embed "../MotesTuning/Page/index.html"
};
static const unsigned char jsontext_js[] = {
#embed "../MotesTuning/Page/jsontext.js"
};
static const unsigned char lamps_js[] = {
#embed "../MotesTuning/Page/lamps.js"
};
static const unsigned char layers_js[] = {
#embed "../MotesTuning/Page/layers.js"
};
static const unsigned char library_js[] = {
#embed "../MotesTuning/Page/library.js"
};
static const unsigned char lights_js[] = {
#embed "../MotesTuning/Page/lights.js"
};
static const unsigned char lighttext_js[] = {
#embed "../MotesTuning/Page/lighttext.js"
};
static const unsigned char main_js[] = {
#embed "../MotesTuning/Page/main.js"
};
static const unsigned char page_css[] = {
#embed "../MotesTuning/Page/page.css"
};
static const unsigned char panel_js[] = {
#embed "../MotesTuning/Page/panel.js"
};
static const unsigned char picture_js[] = {
#embed "../MotesTuning/Page/picture.js"
};
static const unsigned char sound_drawing_js[] = {
#embed "../MotesTuning/Page/sound/drawing.js"
};
static const unsigned char sound_grips_js[] = {
#embed "../MotesTuning/Page/sound/grips.js"
};
static const unsigned char sound_lane_js[] = {
#embed "../MotesTuning/Page/sound/lane.js"
};
static const unsigned char sound_moments_js[] = {
#embed "../MotesTuning/Page/sound/moments.js"
};
static const unsigned char sound_player_js[] = {
#embed "../MotesTuning/Page/sound/player.js"
};
static const unsigned char state_js[] = {
#embed "../MotesTuning/Page/state.js"
};
static const unsigned char textedit_js[] = {
#embed "../MotesTuning/Page/textedit.js"
};
static const unsigned char timeline_js[] = {
#embed "../MotesTuning/Page/timeline.js"
};
static const unsigned char track_js[] = {
#embed "../MotesTuning/Page/track.js"
};
static const unsigned char undo_js[] = {
#embed "../MotesTuning/Page/undo.js"
};

static const CTuningPageFile files[] = {
  {"camera.js", camera_js, sizeof camera_js},
  {"commands.js", commands_js, sizeof commands_js},
  {"completion.js", completion_js, sizeof completion_js},
  {"connection.js", connection_js, sizeof connection_js},
  {"controls.js", controls_js, sizeof controls_js},
  {"curves.js", curves_js, sizeof curves_js},
  {"depths.js", depths_js, sizeof depths_js},
  {"editor.js", editor_js, sizeof editor_js},
  {"exports.js", exports_js, sizeof exports_js},
  {"gallery.css", gallery_css, sizeof gallery_css},
  {"gallery.js", gallery_js, sizeof gallery_js},
  {"guard.js", guard_js, sizeof guard_js},
  {"index.html", index_html, sizeof index_html},
  {"jsontext.js", jsontext_js, sizeof jsontext_js},
  {"lamps.js", lamps_js, sizeof lamps_js},
  {"layers.js", layers_js, sizeof layers_js},
  {"library.js", library_js, sizeof library_js},
  {"lights.js", lights_js, sizeof lights_js},
  {"lighttext.js", lighttext_js, sizeof lighttext_js},
  {"main.js", main_js, sizeof main_js},
  {"page.css", page_css, sizeof page_css},
  {"panel.js", panel_js, sizeof panel_js},
  {"picture.js", picture_js, sizeof picture_js},
  {"sound/drawing.js", sound_drawing_js, sizeof sound_drawing_js},
  {"sound/grips.js", sound_grips_js, sizeof sound_grips_js},
  {"sound/lane.js", sound_lane_js, sizeof sound_lane_js},
  {"sound/moments.js", sound_moments_js, sizeof sound_moments_js},
  {"sound/player.js", sound_player_js, sizeof sound_player_js},
  {"state.js", state_js, sizeof state_js},
  {"textedit.js", textedit_js, sizeof textedit_js},
  {"timeline.js", timeline_js, sizeof timeline_js},
  {"track.js", track_js, sizeof track_js},
  {"undo.js", undo_js, sizeof undo_js},
};

size_t cTuningPageFileCount(void) { return sizeof files / sizeof files[0]; }

CTuningPageFile cTuningPageFile(size_t index) { return files[index]; }
