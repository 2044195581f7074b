/**
 * Player list headings: what the line before a list of players says, in the languages that are known.
 *
 * A number proves nothing: other texts have numbers too (`Plugin v1.0 loaded`, `Rate limit: 0 requests of 10`). A heading
 * has a word for players and one for being online or for the maximum. That nobody is online is believed only of a whole
 * sentence that a server is known to write. The sentences are those of EssentialsX, without colours.
 */
import { replyPattern } from './reply-pattern.js'

/** The headings of the game and of Cuberite, with the list behind them. */
export const gameHeadings = [
  /^There are (\d{1,6})\/(\d{1,6}) players online:/u,
  /^There are (\d{1,6}) of a max(?: of)? (\d{1,6}) players online:/u,
  /^Players \((\d{1,6})\):/u,
]

const sentences = [
  'There are {n:int} out of maximum {m:int} players online.',
  'Има {n:int} от максимум {m:int} играчи онлайн.',
  'Online su {n:int} od maksimalno {m:int} igraca online.',
  'Online su {n:int} od maksimalno {m:int} igrača online.',
  'Trenutno je {n:int} od maksimalnih {m:int} igraca online.',
  'Je připojeno {n:int} z maximálního počtu {m:int} hráčů.',
  'Online je {n:int} z maximálneho počtu {m:int} hráčov.',
  'Der er {n:int} ud af maksimum {m:int} spillere online.',
  'Det er {n:int} av maks {m:int} spillere pålogget.',
  'Det är {n:int} av maximalt {m:int} spelare online.',
  'Es sind {n:int} von maximal {m:int} Spielern online.',
  'Er zijn {n:int} van het maximum {m:int} spelers online.',
  'Hay {n:int} jugadores de un máximo de {m:int} jugadores en linea.',
  'Há {n:int} de {m:int} jogadores online.',
  'Há {n:int} de no máximo {m:int} jogadores online.',
  'Il y a {n:int} joueurs en ligne sur {m:int} au total.',
  'Ci sono {n:int} giocatori online su un massimo di {m:int}.',
  'Sunt {n:int} din maxim {m:int} jucatori online.',
  'Võrgus on {n:int}/{m:int} mängijat.',
  'Pelaajia palvelimella {n:int} / {m:int}.',
  'Mayroong {n:int} ng yung pinakamataas na {m:int} manlalaro na online.',
  'יש כרגע {n:int} מתוך מקסימום שחקנים של {m:int} שחקנים מחוברים.',
  'Jelenleg {n:int} játékos online a maximális {m:int} játékosból.',
  '{n:int} 人のプレイヤーが接続中です。最大接続可能人数: {m:int}',
  '최대 {m:int}명이 접속 가능하고, {n:int}명의 플레이어가 접속중입니다.',
  'ther iz {n:int} owT FOR MAXIMUM {m:int} plAyERZ online,',
  'Dabar yra {n:int} is {m:int} zaideju prisijungusiu.',
  'Šeit ir {n:int} no maksimum {m:int} spēlētājiem tiešsaistē.',
  'Na serwerze jest {n:int} graczy z maksimum {m:int} online.',
  'Сейчас {n:int} из {m:int} игроков на сервере.',
  'Наразі {n:int} з максимальних {m:int} гравців онлайн.',
  'นี้คือ {n:int} จากทั้งหมด {m:int} ของผู้เล่นที่ออนไลน์อยู่.',
  'Sunucuda {n:int} çevrimiçi oyuncu var. Maksimum oyuncu sayısı {m:int} olabilir.',
  'Có {n:int} trong tối đa {m:int} người chơi trực tuyến.',
  '当前有{n:int}位玩家在线，可容纳最大在线人数为{m:int}位玩家。',
  '當前有 {n:int} 個玩家在線,最大在線人數為 {m:int} 個玩家.',
  '現在有 {n:int} 個玩家在線，最多在線人數為 {m:int} 個玩家。',
  // A translated fork.
  '当前共有 {n:int} 名玩家在线（最大玩家数为 {m:int}）：',
].map(replyPattern)

/** Beginnings of the word for players, in lower case. */
const playerWords =
  'player plyer играч игрок гравц гравец igrac igrač igralc hráč hrac spiller spelar spieler speler jugador jogador xogador joueur giocator jucator jucător mängija pelaaj manlalaro שחקן שחקנ játékos プレイヤー プレーヤー 플레이어 zaidej žaidėj spēlētāj gracz ผู้เล่น oyuncu người 玩家 لاعب παίκτ pemain'.split(
    ' ',
  )
/** Beginnings of the words for being online and for the maximum, in lower case. */
const presenceWords =
  'online онлайн on-line max maks máx maxim máxim макс мест linea línea ligne připojen pålogget võrgus palvelimella מחובר 接続 オンライン 접속 온라인 prisijung tiešsaist serwerze сервер ออนไลน์ çevrimiçi trực 在线 在線 線上 最大 最多 متصل συνδεδεμένο'.split(
    ' ',
  )

/** @param line without decoration */
export function isPlayerHeading(line: string): boolean {
  const lower = line.slice(0, maxHeading).toLowerCase()
  return playerWords.some((word) => lower.includes(word)) && presenceWords.some((word) => lower.includes(word))
}

/** Longer lines are lists, not headings. */
const maxHeading = 200

/** The maximum number of players, when the whole text says that nobody is online; undefined when it does not. */
export function maxOfEmpty(text: string): number | undefined {
  for (const sentence of sentences) {
    const { n, m } = sentence.match(text) ?? {}
    if (Number(n) === 0 && Number(m) > 0) return Number(m)
  }
  return undefined
}
