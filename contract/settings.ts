import { z } from 'zod'
import { endpoint } from './endpoint.ts'
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

export const Settings = z.object({ registration: Registration, site: Site })
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
    body: z.strictObject({ registration: Registration.optional(), site: Site.optional() }),
    reply: Settings,
  }),
}
