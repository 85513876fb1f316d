import type { Chance } from './chance.ts'

const words = (text: string) => text.trim().split(/\s+/)

export const places =
  words(`Aberwick Ashgrove Barrowby Birchholm Blackwater Bramford Brightsea Calderton Carrow Coldharbour
  Cranmore Dunmere Eastvale Elmstead Fairhaven Farnley Glenrock Greyfield Halden Hartmouth Highmoor Holmbury Ironbridge
  Kestrel Kingsferry Langdale Larkhill Linden Longmarsh Marlow Millbrook Netherby Northpoint Oakhurst Oldcastle Penrow
  Portmarsh Quarrybank Ravenscar Redcliff Rosebery Saltmarsh Sandholm Silverdale Southgate Stonewell Summerfield Thornbury
  Tidewell Underhill Valebridge Wakefold Westering Whitby Winterbourne Wolfscote Yarrowby`)

export const subjects =
  `the council|the harbour master|a group of pupils|the city library|the night baker|the tram company
the rowing club|a retired engineer|the hospital|the orchestra|the fire brigade|the fishing fleet|the history museum
the botanic garden|the theatre|the weather service|the housing office|a young inventor|the bridge keeper|the school board
the market warden|the water company|the university|the regional court|a family of beekeepers|the football club
a volunteer|the choir|the postal union|the research station|a bicycle courier|the cinema|the parish|the mayor
the ferry crew|the farmers’ league|the swimming club|the archive|the observatory|the brewery`.split(/[|\n]/)

const verbs =
  `opens|closes|rebuilds|measures|defends|questions|restores|sells|paints|maps|saves|moves|celebrates|records
repairs|postpones|plans|loses|finds|counts|shares|tests|protects|replaces|explains|remembers|wins|hides|inspects|translates`.split(
    /[|\n]/,
  )

export const objects = `the old lighthouse|a new tram line|the summer festival|the winter timetable|a hundred maps
the river path|the school kitchen|the last ferry|a forgotten film|the market hall|the tide gauge|its oldest ship
the rooftop garden|a cycle lane|the town clock|the water tower|three bridges|the evening class|a box of letters
the sports ground|the concert hall|the flood wall|a rare orchid|the bus depot|the reading room|the harbour lights
the railway arch|a stone quarry|the parking rules|its annual report|the recycling yard|the orchard|the power station
the snow ploughs|the allotments|a telescope|the swimming pool|the tax office|the night shift|the bakery`.split(/[|\n]/)

const reasons = `after a long debate|for the first time since the war|without asking anybody|because of the weather
with money from the region|in spite of protests|before the end of the year|on a quiet Sunday morning|at half the price
while the neighbours watched|under a new law|as the tide came in|in front of four hundred guests|with borrowed tools
during the school holidays|by a single vote|long after midnight|in the middle of the rush hour|to everybody's surprise
in less than a week`.split(/[|\n]/)

const asides =
  `Nobody had expected that so soon.|"We would do it again," says one of them.|The figures will be published in spring.
More than half of the residents agree.|It had rained for nine days.|An appeal is possible until the end of the month.
The work costs less than a new roof.|Experts advise patience.|There is coffee, and there are chairs.
Much of what was said that evening is still disputed.|The doors stay open until ten.|Children pay nothing.
Two earlier attempts had failed.|The plans hang in the town hall.|What comes next depends on the budget.
A decision is due in autumn.|The smell of oranges hung over the quay.|Only the lamps were still missing.
Old photographs show how it looked before.|Some call it a scandal, others a beginning.`
    .split('\n')
    .flatMap((line) => line.split('|'))

export const firstNames =
  words(`Ada Agnes Amir Anders Anna Arjun Astrid Beatriz Ben Bruno Carla Chloe Daniel Dara Elena Eli
  Emeka Esther Farid Finn Freya Gael Greta Hana Hugo Ida Ines Ivan Jonas Julia Kaito Karim Klara Lars Leila Liam Lucia Magnus
  Maya Mira Nadia Nils Nora Olga Omar Otto Paula Pia Rafael Rosa Sami Sara Selma Sofia Tariq Theo Tomas Uma Vera Yara Zoe`)
export const lastNames =
  words(`Abbott Ahmed Almeida Andersen Baker Becker Bernard Berg Bianchi Castillo Chandra Cohen Costa
  Dahl Demir Diallo Dubois Eriksen Farkas Fischer Fontaine Garcia Gruber Haddad Hansen Horvat Ibrahim Ito Jansen Jensen
  Kaplan Kaur Keller Kim Kovacs Kowalski Larsen Laurent Lindqvist Lopez Maier Marino Mbeki Moreau Murphy Nakamura Nielsen
  Novak Okafor Olsen Petrov Popescu Quinn Rahman Rey Rossi Santos Schmidt Silva Singh Suzuki Tanaka Toth Vargas Virtanen
  Weber Weiss Wright Yilmaz Zhou Zimmermann`)
export const themes =
  words(`harbour tram school river theatre football budget election housing climate market garden museum
  cycling music cinema weather ferry fishing science energy health library police court festival food traffic university
  history sport travel art nature books families jobs rents trains schools parks dogs bees snow floods bridges taxes
  startups tourism churches cafes`)
export const kinds =
  words(`news local summer winter young old new public private night morning weekend regional northern
  southern eastern western inner outer green open future past small great lost hidden early late free rural urban coastal
  modern classic daily special live big short long`)

// A language has a few words that stand everywhere and very many that are rare; these are the rare ones.
const onsets = words('b br d dr f fl g gr h j k kl l m n p pr r s sk st t tr v w')
const vowels = words('a e i o u ai ea ia oo')
const codas = words('l n r s t nd rk st lm x')

/** One of about a hundred million names; low numbers come from low `limit`s. */
export function rareWord(number: number): string {
  let left = number
  let word = ''
  for (let part = 0; part < 2 || left > 0; part++) {
    word += onsets[left % onsets.length]
    left = Math.floor(left / onsets.length)
    word += vowels[left % vowels.length]
    left = Math.floor(left / vowels.length)
    if (part % 2 === 1) {
      word += codas[left % codas.length]
      left = Math.floor(left / codas.length)
    }
  }
  return word
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** Few names are often in the news, most once. */
const surname = (chance: Chance) => capital(rareWord(Math.floor(2_000_000 * chance.share() ** 4)))

export const title = (chance: Chance): string => {
  const [subject, verb, object] = [chance.pick(subjects), chance.pick(verbs), chance.pick(objects)]
  switch (chance.below(5)) {
    case 0:
      return `${chance.pick(places)}: ${subject} ${verb} ${object}`
    case 1:
      return `Why ${subject} in ${chance.pick(places)} ${verb} ${object}`
    case 2:
      return `${capital(surname(chance))} and ${object}`
    case 3:
      return `${capital(subject)} ${verb} ${object} ${chance.pick(reasons)}`
    default:
      return `${capital(subject)} ${verb} ${object}`
  }
}

export const sentence = (chance: Chance): string => {
  if (chance.oneIn(4)) return chance.pick(asides)
  const core = `${chance.pick(subjects)} ${chance.pick(verbs)} ${chance.pick(objects)}`
  switch (chance.below(4)) {
    case 0:
      return `${capital(core)} ${chance.pick(reasons)}.`
    case 1:
      return `In ${chance.pick(places)}, ${core}, says ${chance.pick(firstNames)} ${surname(chance)}.`
    case 2:
      return `${capital(core)}, and ${chance.pick(subjects)} ${chance.pick(verbs)} ${chance.pick(objects)} ${chance.pick(reasons)}.`
    default:
      return `${chance.pick(firstNames)} ${surname(chance)}, ${20 + chance.below(60)}, remembers how ${core}.`
  }
}

export const personName = (chance: Chance): string =>
  `${chance.pick(firstNames)} ${chance.oneIn(3) ? surname(chance) : chance.pick(lastNames)}`

const occasions = `Summer festival|Harbour day|First snow|Morning at the market|Night of the museums|City marathon
Spring fair|Regatta|Lantern parade|Open day of the fire brigade|Opening of the tram line|School concert|Cup final
Flood on the river|Book fair|Carnival|Christmas market|A walk through the old town|Election night|Harvest festival`.split(
  /[|\n]/,
)

export const albumTitle = (chance: Chance, place: string, year: string): string => {
  const occasion = chance.pick(occasions)
  switch (chance.below(3)) {
    case 0:
      return `${occasion} in ${place}`
    case 1:
      return `${place}: ${occasion}, ${year}`
    default:
      return `${occasion} ${year}`
  }
}
