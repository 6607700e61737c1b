// A passphrase to offer: words that are short, plain and hard to mistake for each other, drawn by the browser.

export const WORDS = `
acorn actor alarm album amber anchor angle apple apron arrow atlas attic autumn bacon badge baker balcony bamboo banjo
barrel basket beach beacon beetle bell berry birch bishop blanket blossom boat bonfire border bottle branch bread breeze
brick bridge broom bucket butter button cabin cactus camel camera candle canoe canvas carpet carrot castle cedar cellar
chalk cherry chess chimney circus cliff clock cloud clover coat cobra coffee comet compass copper coral corner cotton
cousin crane crayon cricket crown crystal curtain daisy dancer desert diamond dolphin donkey dragon drawer drum eagle
earth easel echo eleven elbow ember engine evening falcon farmer feather fence ferry fiddle field finger flame flute
forest fossil fountain fox frost garden garlic ginger giraffe glacier glove goblet goose grape guitar hammer harbour
harvest hazel helmet heron hockey honey hornet hotel island ivory jacket jaguar jasmine jelly jigsaw jungle kettle
kitchen kitten ladder lagoon lantern lemon leopard letter lion lizard lobster locket lotus magnet mango maple marble
market meadow melon mirror monday moose morning moss motor museum mustard napkin needle nickel night north nutmeg oasis
ocean olive onion orchard otter oven owl oyster paddle palace panda paper parrot pasture peach pencil pepper piano
pickle pigeon pillow pine pirate planet plum pocket pony poppy potato prairie pumpkin puzzle quartz rabbit radio raft
rain raven ribbon river robin rocket saddle salmon sandal satin scarf shadow shell silver sparrow spider spoon stable
summer sunset sugar swan table temple thistle thunder ticket tiger timber toast tomato torch tower tractor trumpet
tulip tunnel turtle umbrella valley velvet violet walnut
`.trim().split(/\s+/);

const WORDS_TAKEN = 5;

/** Different words, each as likely as any other. */
export function newPassphrase() {
  const chosen = new Set();
  while (chosen.size < WORDS_TAKEN) {
    const drawn = crypto.getRandomValues(new Uint8Array(1))[0];
    if (drawn < WORDS.length) chosen.add(WORDS[drawn]);
  }
  return [...chosen].join(" ");
}
