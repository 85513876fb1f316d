import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { ArticleFields, columnFields, timeFields } from '#contract/article-fields.ts'
import type { AdTables } from './ad-tables.ts'
import type { EventTables } from './event-tables.ts'
import type { HealthTables } from './health-tables.ts'
import type { SecondStepTables } from './second-step-tables.ts'

/** Set by the database when left out; an ISO string on the way out, a string or Date on the way in. */
type Stamp = ColumnType<string, string | Date | undefined, string | Date>
type Moment = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
type Json<T> = ColumnType<T, string | undefined, string>

/** What a reply tells of background work beyond its counts: how many items were left, the first of them, and why it failed. */
export type BackgroundDetail = {
  skipped?: number
  left?: { id: string; title: string; code: string }[]
  reasons?: string[]
  /** Of a bulk action: what is done to each item. */
  bulk?: { action: string; values?: string[] }
  /** Of an export of all content. */
  export?: { versions: boolean; isPacking: boolean; host: string; bytes: number | null }
}

type EntityColumns = {
  id: string
  version: Generated<number>
  createdAt: Stamp
  createdBy: string | null
  updatedAt: Stamp
  updatedBy: string | null
  deletedAt: Moment
}

type ColumnField = Exclude<(typeof columnFields)[number], (typeof timeFields)[number] | 'slug'>
/** The columns of an article's fields. The database has a default for each but the slug. */
type ArticleFieldColumns = {
  [Name in ColumnField]: ColumnType<ArticleFields[Name], ArticleFields[Name] | undefined, ArticleFields[Name]>
} & { [Name in (typeof timeFields)[number]]: Moment } & { slug: string }

/** The schema as kysely sees it; columns are snake_case in PostgreSQL and camelCase here. */
export type Tables = ContentTables & EventTables & AdTables<EntityColumns> & HealthTables & SecondStepTables

type ContentTables = {
  userAccount: {
    id: string
    version: Generated<number>
    email: string
    emailKey: string
    name: string
    passwordHash: string | null
    role: 'administrator' | 'editor' | 'author' | 'ad_manager' | 'viewer'
    /** `removed`: only its name is left, for the history of what the person did. */
    status: 'pending' | 'active' | 'suspended' | 'removed'
    locale: Generated<'en' | 'zh-CN'>
    /** Null: the site's. */
    timeZone: string | null
    createdAt: Stamp
    updatedAt: Stamp
    lastSeenAt: Moment
    lastSignInAt: Moment
    /** When the first method of a second step was set up; null: there is none. */
    secondStepSince: Moment
  }
  session: {
    id: string
    tokenHash: Buffer
    userId: string
    createdAt: Stamp
    lastSeenAt: Stamp
    expiresAt: Stamp
    ip: string
    userAgent: string
    /** Opened with a second step, or by the person who set it up in it. */
    secondStep: Generated<boolean>
    /** Position in the write-ahead log of its last change; see http/read-source.ts. */
    wroteLsn: string | null
  }
  /** Where people have signed in from in the last 30 days: networkOf(ip). */
  knownNetwork: { userId: string; network: string; lastUsedAt: Stamp }
  passwordReset: {
    id: string
    userId: string
    tokenHash: Buffer
    createdAt: Stamp
    expiresAt: Stamp
    usedAt: Moment
    /** The administrator who made the link to hand it over; null for one that was mailed. */
    issuedBy: string | null
    /** Whether the person asked for it. */
    asked: Generated<boolean>
  }
  invitation: {
    id: string
    email: string
    role: Tables['userAccount']['role']
    tokenHash: Buffer
    createdAt: Stamp
    createdBy: string | null
    expiresAt: Stamp
    usedAt: Moment
    /** When its inviter lost the right to invite. */
    endedAt: Moment
    /** Accepting it creates an author profile: `byline` if that is still free, else a new one. */
    givesByline: Generated<boolean>
    byline: string | null
  }
  mailOutbox: {
    id: string
    kind: string
    recipient: string
    payload: Json<Record<string, string>>
    status: Generated<'waiting' | 'sent' | 'dropped' | 'failed'>
    attempts: Generated<number>
    lastError: Generated<string>
    createdAt: Stamp
    sentAt: Moment
  }
  rateLimit: { key: string; windowStartedAt: Stamp; hits: Generated<number> }
  dismissedSetupStep: { step: string; dismissedBy: string | null; dismissedAt: Stamp }
  setting: {
    key: string
    value: JSONColumnType<object>
    updatedAt: Stamp
    updatedBy: string | null
    version: Generated<number>
  }
  /** A key of the delivery API; only its hash is stored. `hint`: its last four characters. */
  deliveryKey: {
    id: string
    name: string
    scopes: ('content' | 'search')[]
    tokenHash: Buffer
    hint: string
    createdAt: Stamp
    createdBy: string | null
    expiresAt: Moment
    revokedAt: Moment
    lastUsedAt: Moment
  }
  /** Calls with a key by day in UTC. */
  deliveryKeyDay: { keyId: string; day: string; calls: Generated<number>; refused: Generated<number> }
  auditEvent: {
    id: string
    at: Stamp
    actorId: string | null
    actorName: Generated<string>
    action: string
    entityType: string
    entityId: string | null
    entityTitle: Generated<string>
    ip: Generated<string>
    before: Json<unknown> | null
    after: Json<unknown> | null
    number: Generated<string>
  }
  snippet: Omit<EntityColumns, 'deletedAt'> & {
    name: string
    body: string
  }
  lateReply: {
    id: string
    userId: string
    beganAt: Stamp
    /** When the process that works last said so. */
    seenAt: Stamp
    /** Null while it works. */
    status: number | null
    body: string | null
  }
  savedView: {
    id: string
    ownerId: string
    screen: string
    name: string
    query: string
    shared: Generated<boolean>
    createdAt: Stamp
  }
  media: EntityColumns & {
    sha256: Buffer
    /** Its file is that of another picture of the library. */
    isCopy: Generated<boolean>
    name: string
    type: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif' | 'image/gif'
    bytes: number
    width: number
    height: number
    alt: Generated<string>
    caption: Generated<string>
    credit: Generated<string>
    focalX: number | null
    focalY: number | null
    storageKey: string
    variants: Json<
      {
        name: 'thumb' | 'square' | '640' | '1280' | '1920'
        type: string
        width: number
        height: number
        bytes: number
        /** Where it is not stored under its public name. */
        file?: string
      }[]
    >
    /** Places that show it; see use_change. */
    uses: Generated<number>
    /** +1 whenever a public file changes. */
    fileVersion: Generated<number>
    /** By the camera's clock, without a zone. */
    capturedAt: string | null
    /** The stored hash that it shares with similar pictures. */
    perceptualHashId: string | null
    /** False: an older version of Copydesk stored it; its perceptual hash and its square are still to be made. */
    complete: Generated<boolean>
  }
  /** A hash that similar pictures share, as 64 characters 0 and 1; `pictures` counts those outside the trash. */
  perceptualHash: {
    id: string
    hash: string
    bands: number[]
    ratio: number
    red: number
    green: number
    blue: number
    pictures: Generated<number>
  }
  mediaOldFile: { storageKey: string; files: string[]; until: Stamp }
  /** `media` is set when it has become a picture. */
  mediaUpload: {
    id: string
    createdBy: string
    expiresAt: Stamp
    name: string
    bytes: number
    received: Generated<number>
    alt: string
    caption: string
    credit: string
    media: string | null
  }
  mediaUploadPiece: { uploadId: string; start: number; bytes: Buffer }
  author: EntityColumns & {
    displayName: string
    sortName: Generated<string>
    slug: string
    bio: Generated<string>
    avatar: string | null
    email: Generated<string>
    links: Json<{ label: string; url: string }[]>
    jobTitle: Generated<string>
    userId: string | null
    hidden: Generated<boolean>
    /** Articles outside the trash that carry it; see use_change. */
    uses: Generated<number>
    mergedInto: string | null
  }
  tag: EntityColumns & {
    name: string
    slug: string
    description: Generated<string>
    colour: Generated<string>
    visibility: Generated<'public' | 'internal'>
    synonyms: Generated<string[]>
    /** Name and synonyms in lower case, for the search. */
    searchText: Generated<string>
    /** Articles outside the trash that carry it; see use_change. */
    uses: Generated<number>
    mergedInto: string | null
    /** False: not yet compared with the names of the other tags. */
    similarKnown: Generated<boolean>
  }
  category: EntityColumns & {
    name: string
    slug: string
    description: Generated<string>
    parent: string | null
    position: Generated<number>
  }
  album: EntityColumns & {
    title: string
    slug: string
    description: Generated<string>
    /** `YYYY-MM-DD`. */
    eventDate: string | null
    place: Generated<string>
    photographer: string | null
    /** One of its photos; null: the first. */
    cover: string | null
    status: Generated<'draft' | 'published' | 'archived'>
    publishedAt: Moment
    photos: Generated<number>
    /** Photos without alternative text, there and in the library; of albums in `album_alt_change` perhaps not any more. */
    missingAlt: Generated<number>
    searchText: ColumnType<string, never, never>
  }
  /** Albums whose photos or texts changed since `missingAlt` was counted. Without a primary key: the same one may be there often. */
  albumAltChange: { albumId: string }
  /** `positionVersion`, `textVersion`: the album's version when the position or the texts of the photo last changed. */
  albumPhoto: {
    id: string
    albumId: string
    mediaId: string
    alt: Generated<string>
    caption: Generated<string>
    position: number
    positionVersion: number
    textVersion: number
  }
  article: EntityColumns &
    ArticleFieldColumns & {
      deletedBy: string | null
      status: Generated<'draft' | 'in_review' | 'scheduled' | 'published' | 'archived'>
      hasChanges: Generated<boolean>
      publishedAt: Moment
      /** While there is a working copy: the title that readers see. Set by a trigger. */
      publishedTitle: ColumnType<string | null, never, never>
      coverMedia: string | null
      coverAlt: Generated<string>
      coverCaption: Generated<string>
      coverCredit: Generated<string>
      returnNote: Generated<string>
      returnMissing: Generated<string[]>
      /** When and by whom it was sent back with the note. */
      returnedAt: Moment
      returnedBy: string | null
      /** When it, or its unpublished changes, was submitted for review. A trigger clears all three when that is over. */
      submittedAt: Moment
      submittedBy: string | null
      submitMessage: Generated<string>
      wordCount: Generated<number>
      readingTime: Generated<number>
      searchHead: Generated<string>
      searchWords: ColumnType<string, string | undefined, string>
      /** Of title and body, computed by the database; null where there is not a letter. */
      language: ColumnType<'zh' | 'other' | null, never, never>
    }
  articleAuthor: { articleId: string; authorId: string; position: number }
  articleCategory: { articleId: string; categoryId: string; position: number }
  articleTag: { articleId: string; tagId: string; position: number }
  articleLive: {
    articleId: string
    slug: string
    title: string
    publishedAt: string
    updatedAt: string
    featured: boolean
    authorIds: string[]
    categoryIds: string[]
    tagIds: string[]
    content: Json<StoredContent>
    wordCount: number
    readingTime: number
    version: number
  }
  /** What readers' search finds; written by `index_live_articles`. */
  readerSearch: {
    articleId: string
    doc: number
    publishedAt: string
    unpublishAt: string | null
    title: string
    terms: string[]
    /** 0–1 */
    popularity: number
    popular: boolean
    head: string
    words: string
  }
  readerSearchChange: { articleId: string | null; termId: string | null }
  searchWord: { word: string; variants: string[]; seen: number }
  searchWordChange: { articleId: string | null; name: string | null }
  articleRevision: {
    id: string
    articleId: string
    version: number
    createdAt: Stamp
    createdBy: string | null
    reason: string
    title: string
    wordCount: number
    content: Json<StoredContent>
  }
  /** Shows the working copy to people without an account. */
  previewLink: {
    id: string
    articleId: string
    name: Generated<string>
    tokenHash: Buffer
    createdAt: Stamp
    createdBy: string
    expiresAt: Stamp
  }
  /** Tabs that have an article open, and when someone last typed there; unlogged, so a crash of the database empties it. */
  articlePresence: {
    articleId: string
    userId: string
    tab: string
    since: Stamp
    seenAt: Stamp
    typedAt: Moment
  }
  /** Not yet added to `uses`. */
  useChange: { entityType: string; entityId: string; delta: number }
  /** Articles whose categories changed since the last count, and categories that moved; see category-count-queries.ts. */
  categoryChange: { articleId: string | null; categoryId: string | null }
  /** What lists with filters go by; see article-facet-queries.ts. Kept by triggers, for articles outside the trash. */
  articleFacets: {
    articleId: string
    createdAt: string
    updatedAt: string
    publishedAt: string | null
    publishAt: string | null
    submittedAt: string | null
    /** In lower case. */
    title: string
    terms: string[]
    /** As search_head and search_words of the article. */
    head: string
    words: ColumnType<string, never, never>
  }
  /** Every word of an article outside the trash that is not Chinese, Japanese or Korean; some twice, some no longer used. */
  articleWord: { word: string; inSlug: Generated<boolean> }
  /** Articles whose facets are to be computed, and categories that were moved with all below them. */
  articleFacetsChange: { articleId: string | null; categoryId: string | null; notedAt: Stamp }
  articleCategoryAssignment: { articleId: string; live: boolean; categories: string[] }
  categorySet: { categories: string[]; live: boolean; count: number }
  categoryCount: { categoryId: string; own: number; total: number; published: number }
  /** Not yet added to the counts of article_state_count. */
  articleStateChange: { state: string; delta: number }
  articleStateCount: { state: string; count: number }
  /** Not yet added to the counts of article_day_count and article_month_count. */
  articleDayChange: { state: string; day: string; delta: number }
  /** By the day of the last change, UTC. */
  articleDayCount: { day: string; state: string; count: number }
  /** By its month; the first of it. */
  articleMonthCount: { month: string; state: string; count: number }
  /** Published articles by tag and by author. */
  liveTerm: { term: string; publishedAt: string; articleId: string }
  tagVariant: { tagId: string; variant: string }
  similarTag: { tagId: string; otherId: string }
  /** An action that can be undone; see undo-log.ts. `seq` orders the steps. `gone`: what the step put into the trash. */
  undoStep: {
    id: string
    seq: Generated<number>
    createdAt: Stamp
    createdBy: string
    noun: string
    action: string
    title: string
    gone: Generated<string[]>
  }
  /** One part of one item that a step changed: what it was, and what the step made of it. */
  undoStepItem: { stepId: string; itemId: string; part: string; before: Json<unknown>; after: Json<unknown> }
  /** A hand-over under way, and what it has moved so far. */
  handOverRun: {
    stepId: string
    actorId: string
    actorName: string
    ip: string
    fromId: string
    toId: string
    kinds: string[]
    counts: Json<Record<string, number>>
    touchedAt: Stamp
  }
  /** Work that a job does in the background, and how far it is. */
  backgroundRun: {
    id: string
    action: string
    /** The step of the undo log that it makes or undoes; null for work that has none. */
    stepId: string | null
    actorId: string | null
    ip: string
    status: Generated<'running' | 'done' | 'failed'>
    total: Generated<number>
    /** Items looked at, and those of them that it changed. */
    done: Generated<number>
    changed: Generated<number>
    /** Where the next batch begins. */
    position: Generated<string>
    detail: Json<BackgroundDetail>
    /** A code of problems. */
    failure: string | null
    createdAt: Stamp
    finishedAt: Moment
  }
  /** What is still to do of such work, where the items were fixed when it began. */
  backgroundRunItem: { runId: string; position: number; itemId: string; version: number | null }
  redirect: { path: string; entityType: string; entityId: string; createdAt: Stamp }
  importRun: {
    id: string
    /** What wrote the file: one of importFormats. */
    source: string
    /** The address of the old site, for a file that does not say it. */
    siteUrl: Generated<string>
    fileName: string
    dryRun: boolean
    status: Generated<'waiting' | 'running' | 'done' | 'failed'>
    createdAt: Stamp
    createdBy: string | null
    finishedAt: Moment
    done: Generated<number>
    total: Generated<number>
    error: Generated<string>
    /** A code of importFailures. */
    failure: string | null
    /** An ImportFault. */
    fault: ColumnType<unknown, string | null | undefined>
    /** A code of problems. */
    problem: ColumnType<string | null, string | null | undefined>
    /** The run whose uploaded file this one reads; null for its own. */
    fileOf: string | null
    /** Until when the uploaded file is kept. On the run that it was uploaded for. */
    fileUntil: Moment
    /** The step of the undo log that moved what it made to the trash. */
    cleanUp: string | null
    sums: Json<{ kind: string; inFile: number; created: number; merged: number; unchanged: number; skipped: number }[]>
  }
  importItem: {
    runId: string
    position: number
    kind: string
    sourceId: string
    title: string
    outcome: 'created' | 'merged' | 'unchanged' | 'skipped'
    reasons: Json<{ code: string; values: Record<string, string> }[]>
    articleId: string | null
  }
  importSource: {
    site: string
    kind: string
    sourceId: string
    entityId: string
    contentHash: Buffer
    entityVersion: number
  }
}

/** Where a path led before and after a change: an article's id, or null for nowhere. */
export type RedirectChange = { path: string; before: RedirectTarget | null; after: RedirectTarget | null }
export type RedirectTarget = { entityType: string; entityId: string; createdAt: string }

/** The editable part of an article. */
export type ArticleContent = ArticleFields
/** The same as stored in JSON, by this version or an older one, which may lack fields: `readContent` fills them in. */
export type StoredContent = Partial<ArticleContent>
