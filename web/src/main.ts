import { mount } from "svelte";
import App from "./App.svelte";
import { i18n } from "./i18n/i18n.svelte";
import { mindBack } from "./shared/back";
import { mindPointer } from "./shared/keys";
import { heedMissingParts, keepShell } from "./shell";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/art.css";
import "./styles/base.css";
import "./styles/print.css";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");

heedMissingParts();
mindBack();
mindPointer();
// A page that changes its language under the reader's eyes is worse than one that comes a moment later.
await i18n.load();
i18n.follow();
mount(App, { target });
keepShell();
