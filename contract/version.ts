import { z } from 'zod'

/** The largest whole number that a column of PostgreSQL's type `integer` holds. */
export const INTEGER_MAX = 2_147_483_647

/** The version of an entity that a change is based on. */
export const Version = z.int().min(1).max(INTEGER_MAX)
