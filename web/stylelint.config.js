/** Sizes, roundings, colours and layers have their names in src/styles/tokens.css and src/styles/art.css; all else uses the names. */
const SPACE = "/^(margin|padding|gap|row-gap|column-gap)/";

/** @type {import("stylelint").Config} */
export default {
  ignoreFiles: ["src/styles/tokens.css", "src/styles/art.css"],
  overrides: [{ files: ["**/*.svelte"], customSyntax: "postcss-html" }],
  referenceFiles: ["src/styles/*.css"],
  rules: {
    "no-unknown-custom-properties": true,
    "color-no-hex": [true, { message: "A colour is a token (styles/tokens.css, art.css)" }],
    "color-named": ["never", { message: "A colour is a token (styles/tokens.css, art.css)" }],
    "function-disallowed-list": [
      ["/^(rgb|hsl)a?$/", "hwb", "/^(ok)?l(ab|ch)$/", "color"],
      { message: "A colour is a token (styles/tokens.css, art.css); color-mix thins it" },
    ],
    "declaration-property-value-allowed-list": [
      {
        "font-size": ["inherit", "/^(calc\\([0-9.]+ \\* )?var\\(--(type|lettering)\\b/"],
        font: ["inherit", "/ var\\(--(type|lettering)\\b/", "/^var\\(--type\\b/"],
        "z-index": ["/^var\\(--layer-/"],
        "/^border(-[a-z]+)*-radius$/": ["inherit", "50%", "/^((0|var\\(--round-[a-z0-9]+\\))( |$))+$/"],
      },
      {
        message:
          "A size of type is --type-… or --lettering…, a layer --layer-…, a rounding --round-… (styles/tokens.css, art.css)",
      },
    ],
    // From 3rem on it is no space between things but the measure of one.
    "declaration-property-value-disallowed-list": [
      { [SPACE]: ["/^(?!.*calc\\()(.*\\s)?-?([0-2](\\.\\d+)?|\\.\\d+)rem\\b/"] },
      { message: "A space is --space-… (styles/tokens.css)" },
    ],
  },
};
