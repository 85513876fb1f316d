import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ImportReason, type ReasonTexts, sayReason } from '#contract/import-reasons.ts'

const texts = (missingPart: (name: string) => string): ReasonTexts<MessageDescriptor> => ({
  in_trash_here: () => msg`it is in the trash here`,
  in_trash_there: () => msg`it is in the trash of the old site`,
  auto_draft: () => msg`an empty draft that WordPress made by itself`,
  changed_here: () => msg`it was changed here since the last import and is kept as it is`,
  twice_in_file: () => msg`the file holds it twice`,
  unknown_state: ({ state }) => msg`its state “${state}” has no counterpart here`,
  body_too_large: ({ kilobytes }) => msg`its text is larger than ${kilobytes} KB`,
  body_too_complex: () => msg`its text is too tangled to be checked`,
  too_much_time: ({ seconds }) => msg`its text needs more than ${seconds} s to be converted`,
  too_much_memory: ({ megabytes }) => msg`its text needs more than ${megabytes} MB of memory to be converted`,
  entry_too_large: ({ megabytes }) => msg`it is larger than ${megabytes} MB, its comments included`,
  refused_here: ({ why }) => msg`refused: ${why}`,
  internal_tag: () => msg`an internal tag, which readers never saw`,
  wrote_nothing: () => msg`no article of the file is theirs`,
  no_entry: () => msg`it does not have the form of an entry`,
  unreadable_body: () => msg`its text is not in the form that Ghost stores`,
  no_comments_here: () => msg`there are no comments here`,
  foreign_term: ({ taxonomy }) => msg`a term of ${taxonomy}, which says nothing about articles`,
  menu: () => msg`menus belong to the outside site`,
  older_version: () => msg`an older version of another item`,
  too_many_snippets: ({ most }) => msg`there are ${most} snippets already, and no more`,
  no_text: () => msg`nothing of its text can be kept`,
  template: () => msg`templates belong to the outside site`,
  styles: () => msg`styles belong to the outside site`,
  unknown_type: ({ type }) => msg`items of type ${type} have no counterpart here`,
  no_media_folder: ({ url }) =>
    msg`no media folder was given; readers see it from ${url}, the editor here does not show it`,
  no_site_address: ({ path }) =>
    msg`the export does not say where the old site is; with its address readers would see it from there: ${path}`,
  not_in_media_folder: ({ path }) => msg`not in the media folder: ${path}`,
  not_fetched_yet: ({ url }) => msg`a dry run fetches nothing: ${url}`,
  redirected: ({ url, to }) => msg`not fetched, because ${url} only leads on to ${to}`,
  not_fetched: ({ url, why }) => msg`could not be fetched: ${url} (${why})`,
  file_too_large: ({ megabytes }) => msg`larger than ${megabytes} MB`,
  not_a_picture: () => msg`not a picture of a kind that is accepted`,
  unreadable_picture: () => msg`the picture could not be read`,
  same_email: ({ name }) => msg`a byline with this e-mail address was here: ${name}`,
  same_name: ({ name }) => msg`a byline of this name was here: ${name}`,
  is_byline: ({ name }) => msg`it is the byline ${name} here`,
  same_term: ({ name }) => msg`one of this name or slug was here: ${name}`,
  same_picture: () => msg`the library has this very picture`,
  kept_ours: () => msg`differs from the one here, which was kept`,
  updated: () => msg`updated from the file`,
  was_protected: () => msg`it was protected by a password: a draft here`,
  was_private: () => msg`it was private: a draft here`,
  was_for_members: ({ visibility }) => msg`only some could read it (${visibility}): a draft here`,
  was_newsletter: () => msg`it was only sent as a newsletter: a draft here`,
  no_date: () => msg`it had no date`,
  not_public: ({ missing }) => {
    const part = missingPart(missing)
    return msg`not public, because this is missing: ${part}`
  },
  author_added: ({ name }) => msg`the file does not list its author, so the byline ${name} was added`,
  no_title: () => msg`it had no title`,
  title_shortened: () => msg`its title was shortened`,
  excerpt_shortened: () => msg`its excerpt was shortened`,
  name_shortened: () => msg`its name was shortened`,
  no_category: ({ name }) => msg`it had no category: put into ${name}`,
  cover_missing: () => msg`its featured picture is not in the library`,
  parent_missing: ({ parent }) => msg`its parent ${parent} is not in the file or below itself; put at the top`,
  moved_up: ({ levels }) => msg`moved up: categories are at most ${levels} levels deep`,
  not_kept: ({ elements }) => msg`not kept: ${elements}`,
  footnotes_kept: ({ count }) => msg`with footnotes: ${count}`,
  footnotes_without_mark: ({ count }) => msg`footnotes without a number in the text, now a list at its end: ${count}`,
  fields_not_kept: ({ fields }) => msg`custom fields that are not kept: ${fields}`,
  terms_not_kept: ({ terms }) => msg`terms that are not kept: ${terms}`,
  missing_in_file: ({ names }) => msg`the file refers to what it does not hold: ${names}`,
  foreign_address: ({ url }) => msg`its old address is on another site: ${url}`,
  address_taken: ({ path }) => msg`its old address leads to another article: ${path}`,
  account_suspended: () =>
    msg`suspended: activate the account, then the person sets a password by “Forgot your password?”`,
  same_account: ({ name }) => msg`an account with this e-mail address was here: ${name}`,
  ad_paused: () => msg`paused: what was counted of it is not in the export`,
})

const parts: Record<string, MessageDescriptor> = {
  title: msg`title`,
  slug: msg`slug`,
  body: msg`text`,
  authors: msg`author`,
  primaryCategory: msg`category`,
  coverAlt: msg`description of the cover picture`,
}

/** Says what the server noted about an item in the person's language. */
export function useReasonText(): (reason: ImportReason) => string {
  const { i18n } = useLingui()
  const said = texts((name) => (parts[name] ? i18n._(parts[name]) : name))
  return (reason) => i18n._(sayReason(said, reason))
}
