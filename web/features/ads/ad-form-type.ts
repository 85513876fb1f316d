import type { z } from 'zod'
import type { AdFields } from '#contract/ad-fields.ts'
import type { Ad } from '#contract/ads.ts'
import type { useEntityForm } from '../../entity/entity-form.tsx'

/** The form of an ad, as its sections take it. */
export type AdEdit = ReturnType<typeof useEntityForm<Ad, z.input<typeof AdFields>>>
