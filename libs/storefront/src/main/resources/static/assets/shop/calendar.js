// The opening of a sale as a file for calendars (RFC 5545), made in the browser: the shop keeps no list of who asked.

const MAX_OCTETS = 75; // in a line
const REMIND_BEFORE = 'PT10M';

/** Has the browser save a file with one event. */
export function saveCalendar(name, event, now) {
  const url = URL.createObjectURL(new Blob([calendarOf(event, now)], { type: 'text/calendar' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // some browsers read it only when the visitor has agreed
}

/**
 * Returns a calendar with one event, which takes no time and has a reminder. A calendar that has an event with this
 * `uid` already replaces it if the `sequence` is higher.
 *
 * @param event {uid, sequence, at, title, text, url}; `at` in milliseconds since 1970
 */
function calendarOf({ uid, sequence, at, title, text, url }, now) {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//flash-sale//shop//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(at)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    `TRIGGER:-${REMIND_BEFORE}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ].map((line) => `${folded(line)}\r\n`).join('');
}

const utc = (ms) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');

/** Text may hold no other control characters than line breaks and tabs. */
const escaped = (text) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n').replace(/[^\P{Cc}\t]/gu, '');

/** Continues a long line in a next one that starts with a space, and cuts no character in two. */
function folded(line) {
  let octets = 0;
  return Array.from(line, (character) => {
    const size = new TextEncoder().encode(character).length;
    const fits = octets + size <= MAX_OCTETS;
    octets = (fits ? octets : 1) + size;
    return fits ? character : `\r\n ${character}`;
  }).join('');
}
