/**
 * A light stemmer for Polish, for which no library of stemmers has one: the longest ending that is known goes, and what
 * changes before an ending is made equal. It reads words whose signs have been folded (`ł` is `l`), as many type them.
 */

/** Endings of nouns, adjectives and verbs. */
const ENDINGS = `
  owaniami owaniach owaniem owanie owania owaniu owan aniami aniach aniem aniom anie ania aniu
  eniami eniach eniem eniom enie enia eniu osciami osciach oscia osci osc
  owaloby owalaby owalby owalismy owaly owala owali owal owac ujacych ujacego ujacej ujacym ujaca ujace ujacy
  ujemy ujecie ujesz uje uja ajacych ajacego ajacej ajacym ajaca ajace ajacy iacych iacego iacej iacy iaca iace
  acych acego acej acymi acym aca ace acy owanych owanego owanej owanymi owanym owana owane owany
  anych anego anej anymi anym ana ane any eni onych onego onej onymi onym ona one ony
  ajacie ajmy ajac aja ejac eja
  iemy iecie iesz ecie emy esz amy acie asz ymy ycie ysz imy icie isz
  alem alam ales alas alby alaby alo aly ala ali al ilem ilam ilo ily ila ili il ylo yly yla yli yl elo ely ela eli
  iejszych iejszy iejsza iejsze iami iach iom iow iem iego iemu iej ich imi im
  ami ach om ow owi em ego emu ej ych ymi ym iac ac ec ic yc
  iu ia ie io aj ij y i a e o u`
  .split(/\s+/)
  .filter(Boolean)
  .sort((a, b) => b.length - a.length);

/** What the last letters of a stem become in other forms of the word. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/([^aeiouy])ek$/, "$1k"],
  [/([^aeiouy])en$/, "$1n"],
  [/szcz$/, "st"],
  [/sc$/, "st"],
  [/cz$/, "k"],
  [/dz$/, "d"],
  [/rz$/, "r"],
  [/c$/, "k"],
  [/i$/, ""],
];

/** The stem of a Polish word in small letters without signs. */
export function stemmer(word: string): string {
  const ending = ENDINGS.find((one) => word.endsWith(one) && word.length - one.length >= 3);
  const stem = ending ? word.slice(0, -ending.length) : word;
  return ALIKE.reduce((found, [from, to]) => found.replace(from, to), stem);
}
