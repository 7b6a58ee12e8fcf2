// Which parts of the system run here. The gateway names those that do not; nothing leads to them then.

const { absent, small } = JSON.parse(document.querySelector('meta[name=parts]').content);

/** 'COUPONS', 'CONTROL_ROOM' or 'LOCK_LAB'; what is no part of its own is there. */
export const isPresent = (part) => !absent.includes(part);

/** The parts that were left out because the machine is small. */
export const leftOut = small ? absent : [];
