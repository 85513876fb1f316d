import type { AxiosInstance } from 'axios'

/** The HTTP client, once its code is there: from then on a call is sent at once, also by a tab that is about to close. */
let client: AxiosInstance | undefined

export const rememberHttpClient = (loaded: AxiosInstance): void => void (client = loaded)
export const knownHttpClient = (): AxiosInstance | undefined => client
