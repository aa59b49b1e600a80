/** Asks the questions of players (`bench/questions`) and prints where the right passage stands: `make bench ARGS=ask`. */
import { readFileSync } from "node:fs";
import { createServer } from "vite";

const ROOT = `${import.meta.dirname}/..`;
const [which = "open", ...flags] = process.argv.slice(2);
const server = await createServer({
  root: import.meta.dirname,
  logLevel: "error",
  server: { middlewareMode: true, ws: false, hmr: false, watch: null },
  optimizeDeps: { noDiscovery: true, include: [] },
});
try {
  const { measured, LANGUAGES } = await server.ssrLoadModule("/src/search/measured.ts");
  const { WEIGHT, BOOK } = await server.ssrLoadModule("/src/search/search.ts");
  for (const flag of flags) {
    const [, name, value] = /^(\w+)=([\d.]+)$/.exec(flag) ?? [];
    if (name) (name in BOOK ? BOOK : WEIGHT)[name] = Number(value);
  }
  let [all, first, three] = [0, 0, 0];
  for (const language of LANGUAGES) {
    const read = (path) => readFileSync(`${ROOT}/${path}`, "utf8");
    const questions = JSON.parse(read(`bench/questions/rules.${language}.json`)).filter(
      (one) => which === "all" || one.kept_aside === (which === "kept"),
    );
    const found = await measured(language, questions, read);
    const at = (n) => found.answers.filter((one) => one.place > 0 && one.place <= n).length;
    all += questions.length;
    first += at(1);
    three += at(3);
    console.log(
      `${language}: ${questions.length} questions, first ${at(1)}, among the first three ${at(3)}; ` +
        `${found.passages} passages, index built in ${found.built.toFixed(0)} ms, ${found.each.toFixed(1)} ms a question`,
    );
    if (flags.includes("--missed"))
      for (const { question, right, place, found: hits } of found.answers)
        if (place !== 1) console.log(`   ${place || "-"}  ${question} | ${right.join(", ")} | ${hits.join(", ")}`);
  }
  console.log(
    `all: ${((100 * first) / all).toFixed(0)} % first, ${((100 * three) / all).toFixed(0)} % among the first three`,
  );
} finally {
  await server.close();
}
