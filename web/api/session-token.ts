/** The sign-in token of this tab: session storage, under the key that the specification names. */
const KEY = 'token'

export const readToken = (): string | null => sessionStorage.getItem(KEY)
export const storeToken = (token: string): void => sessionStorage.setItem(KEY, token)
export const forgetToken = (): void => sessionStorage.removeItem(KEY)
