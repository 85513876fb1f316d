import { z } from 'zod'

/** An id as the database writes it, in lower case. Callers may send it in upper case. */
export const Id = z.uuid().toLowerCase()
