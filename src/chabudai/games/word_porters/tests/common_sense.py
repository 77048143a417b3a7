"""Word Porters: pairs of words, one of which fits a hint better in most people's opinion.

They were written before the author saw the ratings or the vectors, and are not adapted to them.
"""


def parsed(text: str) -> tuple[tuple[str, str, str], ...]:
    """Parse items such as "Big: whale > bee" into the hint, the better word and the worse word."""
    found = []
    for line in text.replace("\n", ";").split(";"):
        if line.strip():
            hint, words = line.strip().split(": ")
            better, worse = words.split(" > ")
            found.append((hint, better, worse))
    return tuple(found)


CARDS = parsed("""
Big: whale > bee; Small: button > castle; Big: sun > pencil; High: aeroplane > submarine
High: mountain > lawn; Low: sock > cloud; Long: snake > dice; Long: motorway > coin
Short: nail > rope; Heavy: truck > balloon; Light: butterfly > piano; Hot: volcano > ice cream
Cold: glacier > barbecue; Hot: soup > snow; Fast: rocket > turtle; Slow: sloth > lightning
Hard: diamond > pillow; Soft: blanket > hammer; Round: ball > book; Square: window > watermelon
Wet: rain > desert; Dry: sand > waterfall; Bright: sun > cave; Dark: black hole > lamp
Loud: drum > secret; Quiet: library > stadium; Old: fossil > smartphone
New: internet > pyramid; Sweet: honey > vinegar; Many: sand > moon; One: sun > popcorn
Strong: lion > jellyfish; Weak: baby > dragon; Inside: kitchen > playground
Outside: picnic > attic; Day: rainbow > vampire; Night: owl > sun; Summer: watermelon > scarf
Winter: snow > beach; Sky: star > carrot; Ground: grass > satellite; Water: octopus > desert
Land: horse > shark; Alive: rabbit > hammer; Not alive: stapler > mosquito
Smooth: mirror > coral reef; Thick: encyclopedia > receipt; Thin: hair > castle
Wide: sea > ladder; Red: strawberry > grass; Blue: sea > fire; Black: shadow > milk
White: snow > chocolate; Child: lullaby > tax; Grown-up: champagne > crayon
Scary: zombie > rabbit; Cute: penguin > spider; Happy: birthday > funeral
Sad: homesickness > festival; Clean: soap > swamp; Near: nose > moon; Far: black hole > pillow
Up: rocket > cave; Moving: wind > mountain; Still: sculpture > mosquito; Head: hat > shoe
Feet: sock > headphones; Home: bed > exam; School: teacher > fridge; Food: bread > hammer
Not food: key > sushi; Play: swing > tax; Work: printer > slide; Sharp: knife > ball
Colourful: rainbow > shadow; Shiny: pearl > towel; Animal: parrot > mushroom
Plant: tree > shark; Wood: forest > coin; Metal: nail > tree; Asleep: pillow > coffee
Funny: clown > judge; Serious: surgeon > joke; Hand: glove > soup; Mouth: toothbrush > glove
Natural: waterfall > robot; Artificial: escalator > honey; Ancient: dinosaur > email
Modern: podcast > temple; Cheap: pencil > diamond; Expensive: ring > chewing gum
Rare: unicorn > bread; Safe: pillow > tornado; Dangerous: shark > duck; Complex: brain > spoon
Public: park > password; Private: secret > airport; Brief: lightning > pyramid
Useful: umbrella > nightmare; Formal: opera > barbecue; Random: lottery > clock
Invisible: wind > elevator; Liquid: milk > rock; Wild: lion > duck; Rich: king > leftovers
Destroy: earthquake > recipe; Together: friendship > secret; Imaginary: mermaid > supermarket
Body: muscle > courage; Mind: dream > knee; Science: laboratory > ballet
Art: sculpture > thermometer; Luck: dice > surgeon; Urban: skyscraper > farm
Rural: farm > subway; Fragile: egg > hammer; Fresh: strawberry > leftovers; Leader: king > baby
Portable: smartphone > lighthouse; Exact: clock > rumour; Traditional: temple > podcast
Deep: sea > lawn; Comfortable: bed > mosquito
""")
"""Pairs of words in the box. Hints whose ratings the author had already seen are left out."""

OWN = parsed("""
Big: mansion > pebble; Big: ocean > needle; Small: ant > planet; Long: highway > button
Heavy: boulder > feather; Light: feather > anvil; Hot: oven > iceberg; Hot: sauna > freezer
Cold: blizzard > sunshine; Fast: cheetah > snail; Slow: snail > missile; Hard: granite > cotton
Soft: silk > concrete; Wet: puddle > dust; Dark: midnight > sunshine; Loud: siren > whisper
Quiet: monk > explosion; Old: ruins > laptop; Sweet: candy > salt; Strong: bull > kitten
Night: bat > breakfast; Summer: swimsuit > mittens; Winter: skiing > surfing; Sky: eagle > worm
Water: dolphin > camel; Alive: wolf > brick; Red: cherry > sky; White: flour > coal
Child: toy > mortgage; Scary: monster > puppy; Cute: puppy > murderer; Happy: party > tragedy
Sad: grief > laughter; Clean: shampoo > mud; Moving: river > statue; Head: helmet > boot
Home: sofa > classroom; School: homework > bathtub; Food: noodles > spanner; Play: toy > office
Work: office > vacation; Sharp: sword > sponge; Animal: fox > oak; Plant: oak > wolf
Metal: iron > oak; Asleep: nap > alarm; Funny: comedian > lawyer; Natural: ocean > plastic
Artificial: plastic > ocean; Ancient: pharaoh > laptop; Modern: laptop > pharaoh
Expensive: yacht > pebble; Dangerous: grenade > daisy; Safe: helmet > grenade
Public: plaza > diary; Formal: tuxedo > pyjamas; Liquid: juice > brick; Wild: wolf > cow
Famous: celebrity > stranger; Rich: millionaire > beggar; Together: family > hermit
Imaginary: fairy > cement; Mind: wisdom > elbow; Science: physics > painting
Art: painting > physics; War: soldier > dove; Peace: treaty > bomb; Urban: metro > barn
Rural: barn > metro; Leader: president > servant; Portable: laptop > cathedral
Deep: ocean > puddle
""")
"""Pairs of words that are not on any card, for testing the vectors."""
