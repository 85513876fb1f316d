const OUR_CODE = /^(?:contract|server|bench|scripts\/(?!screenshot))/

/**
 * Words of a vocabulary of our own that standard ones have replaced, each with what to write instead: in code, comments,
 * SQL, problem details, texts of screens and names of files. `files`: checked in these only.
 */
const INSTEAD: { word: RegExp; instead: string; files?: RegExp }[] = [
  { word: /\bhold[A-Z]\w*|\b(?:someone|who) holds\b/, instead: 'lock…' },
  { word: /\bdemand(?:s|ed|[A-Z]\w*)?\b/, instead: 'require…' },
  { word: /\bsettle(?:s|[A-Z]\w*)?\b/, instead: 'flush…, complete…, record…, resolve…' },
  {
    word: /\b\w*(?<!under|out|notwith|long-)standings?\w*\b|\b\w*Standings?\w*\b/,
    instead: 'access; category assignment',
  },
  { word: /\bcatalogue\b|_catalogue\b/i, instead: 'taxonomy' },
  { word: /\barticle_?[cC]ards?\b|\bcardsAgree\b|\bcard_term\b/, instead: 'facet row, article_facets, facetsAreFresh' },
  { word: /\bcards?\b(?! numbers?)/, instead: 'facet row', files: /^server\// },
  { word: /\b(?:media_?[lL]ooks?|claimLook|count_?[lL]ooks?|by_look)\b/, instead: 'perceptual hash' },
  { word: /\blooks?(?= ?[:=,)}.](?![.=]))|\bLook\b/, instead: 'perceptual hash, probe', files: OUR_CODE },
  { word: /\b\w*[aA]like\w*/, instead: 'similar, the same' },
  {
    word: /\bKept(?:Form|Copy|Notice|Texts|Photos)\b|\buseKeptCopy\b|\bkept cop(?:y|ies)\b|\bthing=/,
    instead: 'local draft; draftKey',
  },
  { word: /\b(?:[tT]hrow(?:s|n|ing)?|threw) (?:\w+ )?away\b|\bthrowAway\b/, instead: 'discard' },
  { word: /\bretell\w*|\bheir(?:s|Of)?\b|\bbecame\??:|\bBecame\b/, instead: 'rebase; replacement map' },
  { word: /[oO]f ?[tT]he ?[dD]ead\b|\bpresence\b/, instead: 'stale locks; worker heartbeat' },
  { word: /\binTurn\b/, instead: 'withAdvisoryLock; limitConcurrency' },
  { word: /\binEvenTime\b/, instead: 'constant-time padding' },
  { word: /\bpatient\b/, instead: 'the number of seconds, named for what needs it' },
  { word: /\bleadOldPath\b|\btell(?:Added|Changed)\b/, instead: 'upsertRedirect; recordCreated, recordUpdated' },
  {
    word: /\bworded\b|_worded\b|(?<!\b(?:is|are|was|were|be|been|not) )\bplaced\b|_placed\b/i,
    instead: 'textVersion; positionVersion, moved',
  },
  { word: /\buns(?:ay|aid)\b|\bunact\b/, instead: 'revert…' },
  { word: /\b\w*Doings?\b|\bdoings\b/, instead: 'actions' },
  { word: /\bshel(?:f|ves)\b/i, instead: 'results; not deleted' },
  { word: /\bsureOfMany\b|\b(?:elsewhere|blind)\??: (?=[{tbq])/, instead: 'estimate; alternateSource; sample' },
  { word: /\bbench(?:es)?\b(?![:/])/, instead: 'worker', files: /^(?:contract|server|web|editor)\// },
  {
    word: /\bhandOut\b|\bticket\b|\blent\b/,
    instead: 'dispatch; pointer file; run-as user',
    files: /^(?:contract|server|web|editor|scripts\/(?!seed|screenshot))/,
  },
  {
    word: /\b(?:[tT]ak(?:es?|en|ing)|[tT]ook) (?:\S+ )?back\b|\btak(?:e|en|ing)Back\w*/,
    instead: 'undo, undone, revert',
  },
  { word: /\b(?:[sS]tands?|[sS]tood)\b(?! (?:in )?for\b)/, instead: 'is, is shown, is stored' },
  { word: /\b[tT]hings?\b/, instead: 'item, or the name of what it is' },
  { word: /\b[nN]obody\b/, instead: 'no one' },
  { word: /\b[sS]omebody\b/, instead: 'someone' },
  { word: /\b[aA]nybody\b/, instead: 'anyone' },
  { word: /\banew\b/i, instead: 'again' },
  { word: /\bfor good\b/, instead: 'permanently' },
]

/** Where such a word is right. `line`: what the line must look like. */
const EXCEPTIONS: { file: RegExp; line: RegExp; because: string }[] = [
  { file: /^server\/db\/embedded\//, line: /nobody/, because: 'the account of Unix' },
  {
    file: /\.(?:test|browser)\.tsx?$|^e2e\//,
    line: /nobody|Nobody|somebody/,
    because: 'addresses and names in examples',
  },
  {
    file: /^bench\/|^e2e\/support\/test\.ts$|^server\/features\/import\/import-authors\.ts$/,
    line: /nobody/,
    because: 'a role without an account',
  },
  {
    file: /article-presence|^e2e\/article-conflict|^contract\/articles\.ts$|^server\/features\/(?:articles\/article-|audit\/)|^server\/(?:read-replica\.test|db\/migrate)\.ts$|^web\/features\/articles\/article-/,
    line: /\bpresence\b/,
    because: 'who has an article open',
  },
  { file: /^scripts\/(?:seed|screenshot-content)/, line: /./, because: 'stories, not words of ours' },
  { file: /^scripts\/odd-words|^server\/db\/migrate\.ts$/, line: /./, because: 'the list itself; names of migrations' },
  {
    file: /^server\/job-tasks\.ts$|^server\/features\/articles\/article-job-commands\.ts$/,
    line: /sweep_catalogue|settle_article_cards/,
    because: 'names of jobs that may be queued already',
  },
  {
    file: /^server\/db\/taxonomy-lock\.ts$/,
    line: /catalogue/,
    because: 'the key of a lock that an older server of the same database may hold',
  },
  { file: /^server\/features\/events\/event-rules\.ts$/, line: /card and account numbers/, because: 'payment cards' },
  { file: /^server\/features\/import\/ghost-/, line: /cards?\b/, because: 'what Ghost calls a block of its editor' },
]

/** The odd words of a text, with their lines. */
function wordsIn(file: string, text: string): { line: number; word: string; instead: string }[] {
  const excepted = EXCEPTIONS.filter((exception) => exception.file.test(file))
  return text.split('\n').flatMap((line, index) => {
    if (excepted.some((exception) => exception.line.test(line))) return []
    return INSTEAD.flatMap(({ word, instead, files }) => {
      if (files && !files.test(file)) return []
      const found = word.exec(line)?.[0]
      return found ? [{ line: index + 1, word: found, instead }] : []
    })
  })
}

/** The odd words of a file and of its name, which counts as line 0. @param file its path from the root, with slashes */
export function oddWords(file: string, source: string): { line: number; word: string; instead: string }[] {
  const name = file.split('/').at(-1)?.replaceAll(/[-.]/g, ' ') ?? ''
  return [...wordsIn(file, name).map((odd) => ({ ...odd, line: 0 })), ...wordsIn(file, source)]
}
