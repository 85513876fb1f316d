import { z } from 'zod'

/**
 * Everything an import can have to say about one item, each with the names of its values. Codes, because the console
 * says them in the person's language and the command line in English.
 */
export const importReasonValues = {
  // Why an item was skipped
  in_trash_here: [],
  in_trash_there: [],
  auto_draft: [],
  changed_here: [],
  twice_in_file: [],
  /** `state`: the word of the old site. */
  unknown_state: ['state'],
  /** `kilobytes`: the limit. */
  body_too_large: ['kilobytes'],
  body_too_complex: [],
  /** `seconds`: the limit for making one text ours. */
  too_much_time: ['seconds'],
  /** `megabytes`: the limit for making one text ours. */
  too_much_memory: ['megabytes'],
  /** `megabytes`: the limit for one entry of the file, its comments included. */
  entry_too_large: ['megabytes'],
  /** `why`: the sentence of the refusal. */
  refused_here: ['why'],
  no_comments_here: [],
  /** Of Ghost: its readers never see one. */
  internal_tag: [],
  /** An author of the old site without an article. */
  wrote_nothing: [],
  /** Something that is not of the form of an entry. */
  no_entry: [],
  /** Its text is not in the form that the old site stores. */
  unreadable_body: [],
  /** `taxonomy`: as the old site calls it. */
  foreign_term: ['taxonomy'],
  menu: [],
  older_version: [],
  /** `most`: how many there may be. */
  too_many_snippets: ['most'],
  /** A snippet of which nothing is left. */
  no_text: [],
  template: [],
  styles: [],
  /** `type`: as the old site calls it. */
  unknown_type: ['type'],
  /** `url`: where articles show the picture from. */
  no_media_folder: ['url'],
  /** `path`: on the old site, whose address is not known. */
  no_site_address: ['path'],
  /** `path`: where it was looked for. */
  not_in_media_folder: ['path'],
  /** A dry run fetches nothing. */
  not_fetched_yet: ['url'],
  /** `why`: in English, as the network says it. */
  not_fetched: ['url', 'why'],
  /** `to`: where the address leads. No redirect is followed. */
  redirected: ['url', 'to'],
  /** `megabytes`: the limit. */
  file_too_large: ['megabytes'],
  not_a_picture: [],
  unreadable_picture: [],
  // What it was merged with
  /** `name`: of the byline here. */
  same_email: ['name'],
  same_name: ['name'],
  /** `name`: of the byline that it became. */
  is_byline: ['name'],
  same_term: ['name'],
  same_picture: [],
  /** Changed on the old site since; ours was kept. */
  kept_ours: [],
  updated: [],
  // What was done with it on the way
  was_protected: [],
  was_private: [],
  /** `visibility`: the word of the old site for who could read it. */
  was_for_members: ['visibility'],
  /** It was sent by mail only. */
  was_newsletter: [],
  no_date: [],
  /** `missing`: one of publishRequirements; one reason for each. */
  not_public: ['missing'],
  no_title: [],
  /** `name`: of the byline that was added, because the file does not list this author. */
  author_added: ['name'],
  title_shortened: [],
  excerpt_shortened: [],
  name_shortened: [],
  /** `name`: of the category it was put into. */
  no_category: ['name'],
  cover_missing: [],
  /** `parent`: slug of the old site. */
  parent_missing: ['parent'],
  /** `levels`: the limit. */
  moved_up: ['levels'],
  /** `elements`: HTML elements, `[shortcode]`s, `wp:block`s and `<!--nextpage-->` as they are written, each with ×n where there were more. */
  not_kept: ['elements'],
  /** `count`: of the footnotes of an article. */
  footnotes_kept: ['count'],
  /** `count`: of footnotes that no mark in the text leads to. */
  footnotes_without_mark: ['count'],
  /** `fields`: names of custom fields. */
  fields_not_kept: ['fields'],
  /** `terms`: each with its taxonomy, as the old site calls both. */
  terms_not_kept: ['terms'],
  /** `names`: what it refers to, by the words of the old site. */
  missing_in_file: ['names'],
  /** `url`: the old address. */
  foreign_address: ['url'],
  /** `path`: the old address. */
  address_taken: ['path'],
  /** Of another Copydesk: without a password it cannot sign in before an administrator activates it. */
  account_suspended: [],
  /** `name`: of the account here. */
  same_account: ['name'],
  /** It ran there; what was counted of it did not come over. */
  ad_paused: [],
} as const satisfies Record<string, readonly string[]>

/** Why a whole import failed, and nothing of it was brought in. */
export const importFailures = [
  /** The file is not what it should be; the fault names the place. */
  'malformed_file',
  /** It is no export of WordPress or Ghost at all. */
  'other_file',
  /** Reading it needs more time or memory than an import may use. */
  'file_too_complex',
  /** The uploaded file is no longer there. */
  'file_gone',
  /** The server stopped, or was killed, in the middle of it. It is not tried again by itself. */
  'process_ended',
  /** Whoever started it was demoted, suspended or removed before it was done. */
  'not_allowed',
  /** Something that the import needs said no; the problem says what. */
  'refused',
  'unexpected',
] as const
export type ImportFailure = (typeof importFailures)[number]

/** What is wrong with a malformed file. */
export const importFaults = [
  /** A tag that is not closed, or closed by another one. */
  'tag_not_closed',
  'bare_ampersand',
  'unknown_entity',
  'cut_off',
  'control_character',
  'unknown_prefix',
  'document_type',
  /** `value`: the encoding. */
  'encoding',
  'not_utf8',
  'empty',
  /** `value`: its name. */
  'other_element',
  'not_wordpress',
  'not_ghost',
  'not_json',
  'too_deep',
  'line_too_long',
  /** `value`: the limit in MB. */
  'too_large',
  /** `value`: the limit. */
  'too_many_entries',
  /** `value`: what the XML parser said. */
  'not_xml',
] as const

/** The place counts from 1. */
export const ImportFault = z.object({ code: z.enum(importFaults), line: z.int(), column: z.int(), value: z.string() })
export type ImportFault = z.output<typeof ImportFault>

export type ImportReasonCode = keyof typeof importReasonValues
const codes = Object.keys(importReasonValues) as [ImportReasonCode, ...ImportReasonCode[]]

/** The names of the values of a code. */
export type ValuesOf<Code extends ImportReasonCode> = Record<(typeof importReasonValues)[Code][number], string>

export const ImportReason = z.object({ code: z.enum(codes), values: z.record(z.string(), z.string()) })
export type ImportReason = z.output<typeof ImportReason>

/** A sentence, or a function that makes one, for every code: what each language has to have. */
export type ReasonTexts<Text> = { [Code in ImportReasonCode]: (values: ValuesOf<Code>) => Text }

/** Says a reason; a value that is not there is said as nothing. */
export function sayReason<Text>(texts: ReasonTexts<Text>, { code, values }: ImportReason): Text {
  const names: readonly string[] = importReasonValues[code]
  const all = Object.fromEntries(names.map((name) => [name, values[name] ?? '']))
  return (texts[code] as (values: Record<string, string>) => Text)(all)
}
