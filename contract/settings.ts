import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { roles } from './permissions.ts'
import { SitePattern } from './site-address.ts'

/**
 * How people get accounts. `closed`: not at all, invitations included. `approval`: anyone may ask, an administrator
 * approves; invitations work too. `invitation`: by an invitation only.
 */
export const registrationModes = ['closed', 'approval', 'invitation'] as const
export type RegistrationMode = (typeof registrationModes)[number]

const Registration = z.strictObject({ mode: z.enum(registrationModes) })

/** The outside site: where readers find an article. */
const Site = z.strictObject({ articleUrl: SitePattern })

export const ORIGINS_MAX = 20
export const HALF_LIFE_HOURS = { least: 1, most: 72 } as const
const ORIGIN = /^(https:\/\/[a-z\d]([a-z\d.-]*[a-z\d])?|http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\]))(:\d{1,5})?$/

/** Whether it is scheme and host (with a port, if need be) as browsers write it; http only on this computer. */
export const isOrigin = (value: string): boolean => ORIGIN.test(value) && !value.endsWith(':443')

/** What the outside site may do, and how quickly what is hot cools down. */
const Readers = z.strictObject({
  /** Sites beside the one above whose pages may report readers and ask the delivery API. */
  origins: z.array(z.string().max(255).refine(isOrigin, 'is not an origin')).max(ORIGINS_MAX),
  /** After so many hours a view weighs half as much. */
  halfLifeHours: z.number().min(HALF_LIFE_HOURS.least).max(HALF_LIFE_HOURS.most),
})

/** Whose sign-in takes a second step, whether the person wants one or not. */
const SecondStep = z.strictObject({ roles: z.array(z.enum(roles)).max(roles.length) })

export const Settings = z.object({
  registration: Registration,
  site: Site,
  readers: Readers,
  secondStep: SecondStep,
})
export type Settings = z.output<typeof Settings>

export const settingEndpoints = {
  view: endpoint({
    method: 'GET',
    path: '/api/settings',
    summary: 'The settings of this installation',
    access: 'settings.manage',
    reply: Settings,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/settings',
    summary: 'Change settings; what is left out stays',
    access: 'settings.manage',
    body: z.strictObject({
      registration: Registration.optional(),
      site: Site.optional(),
      readers: Readers.optional(),
      secondStep: SecondStep.optional(),
    }),
    reply: Settings,
  }),
}
