import { z } from 'zod'

/** The id of a thing, as the database writes it: a caller may write it in capitals, and means the same thing. */
export const Id = z.uuid().toLowerCase()
