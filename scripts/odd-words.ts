/** The folders whose comments were rewritten without old-fashioned words. */
const REWRITTEN =
  /^(?:server\/(?:http|db|jobs|storage|threads|mail|features\/(?:media|albums))|editor|web\/(?:ui|entity|editor|features\/(?:media|albums|session|settings|shell))|scripts|bench)\//

/**
 * Words of a vocabulary of our own that standard ones have replaced, each with what to write instead.
 * `files`: checked in these only.
 */
const INSTEAD: { word: RegExp; instead: string; files?: RegExp }[] = [
  {
    word: /\b(?:hold(?:Article|Media|Rows|Names|Uses|Album|Articles|Tree|Slug|Briefly|Merge)|holdToWrite)\b/,
    instead: 'lock…',
  },
  { word: /\bdemand(?:[A-Z]\w*)?\b/, instead: 'require…' },
  { word: /\bsettle(?:[A-Z]\w*)?\b/, instead: 'flush…, complete…, record…, resolve…' },
  { word: /\bstandings?(?:Of|In|After|Back)\b|\bStanding\b/, instead: 'access; category assignment' },
  { word: /\bcatalogue\b/i, instead: 'taxonomy' },
  { word: /\barticle_?[cC]ards?\b|\bcardsAgree\b/, instead: 'article facets, facetsAreFresh' },
  { word: /\bKept(?:Form|Copy|Notice|Texts|Photos)\b|\buseKeptCopy\b/, instead: 'draft' },
  { word: /\bthrowAway\b/, instead: 'discard' },
  { word: /\bretell\w*|\bheir(?:s|Of)?\b/, instead: 'rebase; replacement' },
  { word: /\binTurn\b/, instead: 'withAdvisoryLock; limitConcurrency' },
  { word: /\binEvenTime\b/, instead: 'constant-time padding' },
  { word: /\bpatient\b/, instead: 'what needs the time' },
  { word: /\bleadOldPath\b|\btell(?:Added|Changed)\b/, instead: 'upsertRedirect; recordCreated, recordUpdated' },
  { word: /\bunsay\b|\bunact\b/, instead: 'revert…' },
  { word: /\b\w*Doings?\b|\bdoings\b/, instead: 'actions' },
  { word: /\bsureOfMany\b|\bhandOut\b|\bclaimLook\b/, instead: 'estimate; dispatch; claimHash' },
  { word: /\b[Nn]obody\b/, instead: 'no one' },
  { word: /\b[Ss]omebody\b/, instead: 'someone' },
  { word: /\b[Aa]nybody\b/, instead: 'anyone' },
  { word: /\banew\b/, instead: 'again' },
  { word: /\bfor good\b/, instead: 'permanently' },
  { word: /\b(?:elsewhere|blind)\??: (?=[{tbq])/, instead: 'alternateSource; ignoreEstimate' },
  { word: /\bbecame\??:/, instead: 'mediaId; replacement' },
  { word: /\blent account\b/, instead: 'run-as user' },
  { word: /\bstands\b/, instead: 'is, is shown, is stored', files: REWRITTEN },
  { word: /(?<!\w )\b(?:such )?things\b/, instead: 'the name of what it is', files: REWRITTEN },
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
]

/** The odd words of a file, with their lines. @param file its path from the root, with slashes */
export function oddWords(file: string, source: string): { line: number; word: string; instead: string }[] {
  const excepted = EXCEPTIONS.filter((exception) => exception.file.test(file))
  return source.split('\n').flatMap((line, index) => {
    if (excepted.some((exception) => exception.line.test(line))) return []
    return INSTEAD.flatMap(({ word, instead, files }) => {
      if (files && !files.test(file)) return []
      const found = word.exec(line)?.[0]
      return found ? [{ line: index + 1, word: found, instead }] : []
    })
  })
}
