/** Words that belong to the family name that follows them. */
const PARTICLES = new Set(
  'van von der den de del della di da dos du la le al bin ibn ter ten st st. el'.split(' '),
);
/** Words that are particles in lower case only: `Ben` and `Lo` are names. */
const LOWER_CASE_PARTICLES = new Set(
  "zu zur zum vom het 't ’t op los las lo dello dalla degli delle das af av ap abu ben bint mac".split(' '),
);

/** Generational suffixes, degrees and professional credentials, without dots. */
const CREDENTIALS = new Set(
  (
    'jr sr jnr snr ii iii iv viii esq esquire ' +
    'phd dphil edd dba psyd mba emba mph msc bsc mfa bba meng beng llb llm dds dmd dvm pharmd dnp ' +
    'mdiv msw lcsw lmft lpc lmhc cnm crna fnp arnp aprn lpn facs facp faafp faia frcs frcp mbbs ' +
    'cpa cfp cfa clu chfc cma cia cisa cism cissp cism caia frm cpcu aams crpc cams cfe fcca acca fca fcpa ' +
    'pmp capm csm cspo prince2 itil ccna ccnp mcse csp shrm-cp shrm-scp shrmcp shrmscp phr sphr gphr ' +
    ('aia raic leed ricsa mrics frics rpa ccim cpm cips gri crs abr sres obe mbe cbe kbe qc ret usn usmc ' +
      'usaf ') +
    'dipl-ing dr-ing msca dipling bcba rdn csw ncc np-c rrt otr otrl dpt atc cscs'
  ).split(' '),
);
/** Forms of address before a name, without dots. */
const SALUTATIONS = new Set(
  (
    'mr mrs ms miss mx messrs sir madam herr frau herrn monsieur madame mademoiselle mme mlle señor ' +
    'señora señorita sra srta sig signor signora sig.ra dhr mevr mevrouw'
  ).split(' '),
);
/** Titles before a name, without dots: they count with a dot, or in a longer form. */
const ABBREVIATED_TITLES = new Set(
  'dr prof ing dipl-ing dott dottssa mag rev hon drs univ-prof pr'.split(' '),
);
const WRITTEN_TITLES = new Set('doctor doktor professor professorin'.split(' '));

/** Credentials that are also names: they count in capitals, in a name that is not all in capitals. */
const AMBIGUOUS_CREDENTIALS = new Set(
  'md do ma ba bs ms ra pa rn jd od dc np pe ea ceo cfo cto vi am ccs cs ca pt ot lac edm'.split(' '),
);

export interface SplitName {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** @param name the whole name, whose case tells whether capitals mean anything */
const isCredential = (word: string, name: string): boolean => {
  const plain = word.replaceAll(/[.®™()]/g, '');
  const lower = plain.toLowerCase();
  if (CREDENTIALS.has(lower)) return true;
  if (!AMBIGUOUS_CREDENTIALS.has(lower)) return false;
  return word.includes('.') ? word !== `${plain}.` : plain === plain.toUpperCase() && /\p{Ll}/u.test(name);
};

const isSalutation = (word: string): boolean => SALUTATIONS.has(word.replaceAll('.', '').toLowerCase());

const isTitle = (word: string): boolean => {
  const plain = word.replaceAll('.', '').toLowerCase();
  return (
    WRITTEN_TITLES.has(plain) || (ABBREVIATED_TITLES.has(plain) && (word.includes('.') || plain === 'dr'))
  );
};

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

/** Separates the credentials at the end of some words. The first word is none. */
const withoutCredentials = (words: readonly string[], name: string) => {
  let end = words.length;
  while (end > 1 && isCredential(words[end - 1] ?? '', name)) end -= 1;
  return { words: words.slice(0, end), credentials: words.slice(end).join(' ') };
};

/** Separates the forms of address and titles before a name. Its last word is none. */
const withoutTitles = (words: readonly string[]) => {
  let start = 0;
  const titles: string[] = [];
  for (; start < words.length - 1; start += 1) {
    const word = words[start] ?? '';
    if (isTitle(word)) titles.push(word);
    else if (!isSalutation(word)) break;
  }
  return { words: words.slice(start), titles };
};

/** Where the family name begins: before the last word and its particles. */
const familyNameStart = (words: readonly string[]): number => {
  const isParticle = (word = ''): boolean =>
    PARTICLES.has(word.toLowerCase()) || LOWER_CASE_PARTICLES.has(word);
  let start = words.length - 1;
  while (start > 1 && isParticle(words[start - 1])) start -= 1;
  return start;
};

/**
 * Splits a full name: `Lovelace, Ada` at the comma, otherwise before the last word, with the particles before
 * it (`van`, `de la`). One word is a first name, and after a
 * form of address a last name. Credentials, suffixes and titles (`Jr.`, `PhD`, `Dr.`) are no
 * names: they stay behind the last name, as written. Forms of address (`Mrs.`, `Herr`) are omitted.
 */
export const splitFullName = (name: string): SplitName => {
  const [titled = [], ...rest] = name.split(',').map(wordsOf);
  const { words: untitled, titles } = withoutTitles(titled);
  const parts = [untitled, ...rest].filter((words) => words.length > 0);
  const isName = (words: readonly string[]): boolean => words.some((word) => !isCredential(word, name));
  const [first, ...others] = parts;
  const suffixes = others.filter((words) => !isName(words)).map((words) => words.join(' '));
  const given = others.filter(isName);
  if (first === undefined) return { firstName: null, lastName: null };
  if (given.length > 0) {
    const [main = [], ...more] = given;
    const { words: untitledMain, titles: inner } = withoutTitles(main);
    const { words, credentials } = withoutCredentials(untitledMain, name);
    const ends = credentials === '' ? [] : [credentials];
    const last = [first.join(' '), ...ends, ...titles, ...inner, ...suffixes];
    return {
      firstName: [words.join(' '), ...more.map((each) => each.join(' '))].join(', '),
      lastName: last.join(', '),
    };
  }
  const { words, credentials } = withoutCredentials(first, name);
  const start = familyNameStart(words);
  const lastWords = [...words.slice(start), ...(credentials === '' ? [] : [credentials])].join(' ');
  const last = [lastWords, ...titles, ...suffixes].join(', ');
  if (words.length > 1) return { firstName: words.slice(0, start).join(' '), lastName: last };
  // `Mrs. Lovelace` is addressed by the family name.
  return untitled.length < titled.length
    ? { firstName: null, lastName: last }
    : { firstName: last, lastName: null };
};
