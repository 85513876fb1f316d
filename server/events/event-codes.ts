import type { Device } from '#contract/events.ts'
import type { ReaderEvent } from './event-store.ts'

/** How kinds of events are stored, in every engine. */
export const KIND_CODES = {
  view: 1,
  search: 2,
  searchClick: 3,
  impression: 4,
  viewable: 5,
  click: 6,
} as const satisfies Record<ReaderEvent['kind'], number>

/** How device classes are stored, in every engine; 0 is unknown. */
export const DEVICE_CODES = { desktop: 1, phone: 2, tablet: 3 } as const satisfies Record<Device, number>

/** The device classes by code; code 0 is unknown. */
export const deviceOfCode = (code: number): Device | undefined =>
  (Object.keys(DEVICE_CODES) as Device[]).find((device) => DEVICE_CODES[device] === code)
