const publicPaths = { tag: '/tag/', author: '/author/', album: '/album/' } as const
export type AddressedNoun = keyof typeof publicPaths

/** Where something lives on the outside site; the redirect table speaks of these paths. */
export const publicPath = (noun: AddressedNoun, slug: string): string => publicPaths[noun] + slug
