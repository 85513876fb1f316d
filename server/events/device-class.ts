import type { Device } from '#contract/events.ts'

const TABLET = /ipad|tablet|kindle|silk|playbook|android(?!.*mobile)/i
const PHONE = /mobi|iphone|ipod|android|windows phone|opera mini/i

/** The device class that a user agent names. A browser that names none counts as a desktop, as do tablets that hide it. */
export function deviceOf(userAgent: string): Device {
  if (TABLET.test(userAgent)) return 'tablet'
  return PHONE.test(userAgent) ? 'phone' : 'desktop'
}
