import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DayPreset } from './day-presets.ts'

/** What the presets are called. */
export const dayPresetNames: Record<DayPreset, MessageDescriptor> = {
  today: msg`Today`,
  tomorrow: msg`Tomorrow`,
  yesterday: msg`Yesterday`,
  next7days: msg`Next 7 days`,
  last7days: msg`Last 7 days`,
  last30days: msg`Last 30 days`,
  thisMonth: msg`This month`,
  lastMonth: msg`Last month`,
  thisYear: msg`This year`,
  lastYear: msg`Last year`,
}
