import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AdPhase, AdRequirement, AdState } from '#contract/ad-actions.ts'
import type { AdRule } from '#contract/ad-rules.ts'
import type { Ad, paceNames } from '#contract/ads.ts'
import type { AdStep } from './ad-api.ts'

export type AdStage = AdState | AdPhase

/** What an ad is doing: of an approved one its phase, else its state. */
export const stageOf = ({ status, phase, deletedAt }: Pick<Ad, 'status' | 'phase' | 'deletedAt'>): AdStage =>
  deletedAt ? 'trashed' : (phase ?? status)

export const stageNames: Record<AdStage, MessageDescriptor> = {
  draft: msg`Draft`,
  pending: msg`Waits for approval`,
  approved: msg`Approved`,
  rejected: msg`Rejected`,
  paused: msg`Paused`,
  archived: msg`Archived`,
  trashed: msg`Trash`,
  scheduled: msg`Scheduled`,
  running: msg({ message: 'Running', context: 'an ad' }),
  ended: msg`Ended`,
}

export const paceLabels: Record<(typeof paceNames)[number], MessageDescriptor> = {
  behind: msg`Behind`,
  on_track: msg`On track`,
  ahead: msg`Ahead`,
}

/** `field`: which field of the ad answers it. */
export const requirementTexts: Record<AdRequirement, { text: MessageDescriptor; field: string }> = {
  clickUrl: { text: msg`Add the address that a click leads to.`, field: 'clickUrl' },
  creatives: { text: msg`Add a creative.`, field: 'creatives' },
  placements: { text: msg`Choose a placement.`, field: 'placements' },
  creativeSizes: { text: msg`A chosen placement has no creative of its size.`, field: 'creatives' },
  endsAt: { text: msg`Its end has passed. Choose a later one, or none.`, field: 'endsAt' },
}

export const actionLabels: Record<AdStep, MessageDescriptor> = {
  submit: msg`Submit for approval`,
  withdraw: msg`Withdraw`,
  approve: msg`Approve`,
  reject: msg`Reject`,
  discard: msg`Discard changes`,
  pause: msg`Pause`,
  resume: msg`Resume`,
  extend: msg`Extend`,
  end: msg`End now`,
  archive: msg`Archive`,
  trash: msg`Move to trash`,
  restore: msg`Back to draft`,
}

/** What is said after an action; the name or the number of ads follows. */
export const doneLabels: Record<AdStep | 'duplicate', MessageDescriptor> = {
  submit: msg`Submitted for approval`,
  withdraw: msg`Withdrawn`,
  approve: msg`Approved`,
  reject: msg`Rejected`,
  discard: msg`Changes discarded`,
  pause: msg`Paused`,
  resume: msg`Resumed`,
  extend: msg`Extended`,
  end: msg`Ended now`,
  archive: msg`Archived`,
  trash: msg`Moved to the trash`,
  restore: msg`Back to draft`,
  duplicate: msg`Duplicated`,
}

/** Each rule of the decision as a question that is answered with yes, and what stops the ad otherwise. */
export const ruleTexts: Record<AdRule, { asks: MessageDescriptor; stops: MessageDescriptor }> = {
  trashed: { asks: msg`Not in the trash`, stops: msg`The ad is in the trash.` },
  archived: { asks: msg`Not archived`, stops: msg`The ad is archived.` },
  not_approved: { asks: msg`Approved`, stops: msg`The ad is not approved yet.` },
  paused: { asks: msg`Not paused`, stops: msg`The ad is paused.` },
  not_started: { asks: msg`Has started`, stops: msg`The ad has not started yet.` },
  ended: { asks: msg`Has not ended`, stops: msg`The end of the ad is past.` },
  goal_reached: { asks: msg`Goal not reached yet`, stops: msg`The ad has reached its goal.` },
  not_booked: { asks: msg`Booked in this placement`, stops: msg`The ad is not booked in this placement.` },
  placement_inactive: { asks: msg`Placement is active`, stops: msg`The placement is inactive.` },
  creative_size: { asks: msg`A creative fits the placement`, stops: msg`No creative has a size of the placement.` },
  article_without_ads: { asks: msg`Article allows ads`, stops: msg`The article shows no ads.` },
  article_sensitive: { asks: msg`Article is not sensitive`, stops: msg`The article is marked as sensitive.` },
  article_limited: { asks: msg`Room among limited ads`, stops: msg`The article shows a limited number of ads.` },
  category: { asks: msg`In a targeted category`, stops: msg`The page is in none of the targeted categories.` },
  tag: { asks: msg`Has a targeted tag`, stops: msg`The page has none of the targeted tags.` },
  device: { asks: msg`On a targeted device`, stops: msg`The ad does not target this device.` },
  hour: { asks: msg`In a targeted hour`, stops: msg`The ad does not target this hour.` },
  excluded_category: { asks: msg`In no excluded category`, stops: msg`The page is in an excluded category.` },
  excluded_tag: { asks: msg`Has no excluded tag`, stops: msg`The page has an excluded tag.` },
  excluded_device: { asks: msg`On no excluded device`, stops: msg`The ad excludes this device.` },
  excluded_hour: { asks: msg`In no excluded hour`, stops: msg`The ad excludes this hour.` },
  already_on_page: { asks: msg`Not on the page yet`, stops: msg`The page shows this ad already.` },
  daily_cap: { asks: msg`Daily cap not reached`, stops: msg`The ad has reached its daily cap.` },
  frequency: {
    asks: msg`Visitor has not seen it too often`,
    stops: msg`The visitor has seen the ad as often as its frequency cap allows.`,
  },
  outranked: { asks: msg`No ad of higher priority`, stops: msg`An ad of higher priority takes the place.` },
  pacing: { asks: msg`Pacing lets it through`, stops: msg`Even pacing holds the ad back at this moment.` },
}

/** What stops the ad where the page did not say which article it shows. */
const withoutArticle: Partial<Record<AdRule, MessageDescriptor>> = {
  category: msg`The ad is for some categories only, and no page is chosen here. On the site it is not shown where the code does not name the article (data-article).`,
  tag: msg`The ad is for some tags only, and no page is chosen here. On the site it is not shown where the code does not name the article (data-article).`,
}

/** What stops an ad. @param hasArticle whether the article of the page is known */
export const stopText = (rule: AdRule, hasArticle: boolean): MessageDescriptor =>
  (hasArticle ? undefined : withoutArticle[rule]) ?? ruleTexts[rule].stops

export const deviceNames = { desktop: msg`Desktop`, phone: msg`Phone`, tablet: msg`Tablet`, unknown: msg`Unknown` }
