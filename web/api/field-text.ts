import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { FieldFault } from '#contract/field-faults.ts'

const https = msg`Write an address that begins with https://, without a password.`

/** By the code of a rule that only the server can check, or of zod where nothing closer is known. */
const byCode: Record<string, MessageDescriptor> = {
  required: msg`Fill this in.`,
  invalid_type: msg`Fill this in.`,
  too_big: msg`This is too much.`,
  too_small: msg`This is not enough.`,
  invalid_format: msg`This does not have the expected format.`,
  invalid_value: msg`Choose one of the listed values.`,
  invalid_union: msg`This does not have the expected format.`,
  unrecognized_keys: msg`The server does not know this field.`,
  custom: msg`This is not valid.`,
  not_found: msg`This no longer exists.`,
  unknown_id: msg`This no longer exists.`,
  past: msg`Choose a time in the future.`,
  not_later: msg`Choose a time after the present end.`,
  before_publish: msg`Choose a time after the publication date.`,
  taken: msg`This is in use already.`,
  own_address: msg`Change your own address in your profile.`,
  has_account: msg`This address has an account already.`,
  slug_taken: msg`This slug is in use.`,
  not_yours: msg`Only an administrator may link someone else’s account.`,
  name_taken: msg`This name is in use.`,
  key_taken: msg`This key is in use.`,
  end_before_start: msg`The end must be after the start.`,
  time_gap: msg`Clocks skip this time when summer time begins. Choose another.`,
  too_long: msg`Choose a shorter period.`,
  too_many_matches: msg`Too many match for a file or a report. Filter the list first.`,
  too_late: msg`Choose a year before 9999.`,
  wrong_size: msg`This size fits none of the chosen placements.`,
  size_in_use: msg`Ads need a size that was removed. Add it again, or change the ads first.`,
  cycle: msg`A category cannot be below itself.`,
  into_below: msg`A category cannot be merged into one below it. Merge that one into this one, or move it elsewhere first.`,
  wrong_password: msg`The current password is not right.`,
  wrong_code: msg`This code does not work. A code works once; wait for the next one and check the clock of your phone.`,
  own_second_step: msg`Set up your own two-step sign-in first, in your profile. Otherwise you would be signed out now.`,
  control_character: msg`This contains invisible control characters. Type it again instead of pasting it.`,
  too_many: msg`There are too many of these. Delete some first.`,
  too_deep: msg`This would be too many levels deep.`,
  common_password: msg`This password is known to attackers. Choose another.`,
  empty: msg`The file is empty.`,
  same: msg`Choose another one.`,
  same_term: msg`This is counted with the term already.`,
  logo_size: msg`This picture is too small or too long for a logo.`,
  not_active: msg`This account is not active.`,
  role: msg`Its role does not allow this.`,
  https,
  private_address: msg`This leads into a private network. Write an address outside of it.`,
}

/** By the contract's rule. */
const byRule: Record<string, MessageDescriptor> = {
  required: msg`Fill this in.`,
  whole_number: msg`Write a whole number.`,
  number: msg`Write a number.`,
  email: msg`Write an e-mail address like name@example.com.`,
  https,
  web_address: msg`Write a web address that begins with https:// or http://.`,
  slug: msg`Only small letters a–z, digits, and single hyphens between them.`,
  date: msg`Write a date like 2026-03-29.`,
  date_time: msg`Write a date and a time.`,
  year: msg`Choose a year from 1 to 9999.`,
  colour: msg`Write a colour like #0f6b66.`,
  time_zone: msg`Choose a time zone from the list.`,
  repeated: msg`The same entry is listed twice.`,
  end_before_start: msg`The end must be after the start.`,
  control_character: msg`This contains invisible control characters. Type it again instead of pasting it.`,
  half_character: msg`This contains half a character. Delete it and type it again.`,
}

/** By the contract's rule, with its number. */
const byLimit: Record<string, (limit: number) => MessageDescriptor> = {
  text_min: (limit) => msg`${plural(limit, { one: 'At least # character.', other: 'At least # characters.' })}`,
  text_max: (limit) => msg`${plural(limit, { one: 'At most # character.', other: 'At most # characters.' })}`,
  list_min: (limit) => msg`${plural(limit, { one: 'Choose at least one.', other: 'Choose at least #.' })}`,
  list_max: (limit) => msg`${plural(limit, { one: 'One entry at most.', other: 'At most # entries.' })}`,
  // The server's own: the body is limited in bytes.
  too_big: (limit) => {
    const kilobytes = Math.round(limit / 1024)
    return msg`At most ${kilobytes} KB of text. Shorten it, or split it in two.`
  },
  too_many: (limit) =>
    msg`${plural(limit, { one: 'At most #. Delete it first.', other: 'At most #. Delete some first.' })}`,
  too_deep: (limit) => msg`At most ${limit} levels deep.`,
  number_min: (limit) => msg`Not less than ${limit}.`,
  number_max: (limit) => msg`Not more than ${limit}.`,
}

/** What is wrong with one field, from the server's answer or from a check in the browser, in the person's language. */
export function useFieldText(): (fault: FieldFault) => string {
  const { t } = useLingui()
  return useCallback(
    ({ code, rule = '', limit }) => {
      // “At least 1 character” is a long way to say it.
      if (rule === 'text_min' && limit === 1) return t(byRule['required']!)
      const withLimit = limit === undefined ? undefined : byLimit[rule]
      if (withLimit) return t(withLimit(limit!))
      return t(byRule[rule] ?? byCode[code] ?? byCode['custom']!)
    },
    [t],
  )
}
