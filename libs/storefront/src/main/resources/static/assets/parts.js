// The parts of the system that run here. The gateway names the absent ones, and nothing leads to them.

const { absent, small } = JSON.parse(document.querySelector('meta[name=parts]').content);

/** 'COUPONS', 'CONTROL_ROOM' or 'LOCK_LAB'; anything else is always present. */
export const isPresent = (part) => !absent.includes(part);

/** The parts that are absent because the machine is small. */
export const leftOut = small ? absent : [];
