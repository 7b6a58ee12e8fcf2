package io.flashsale.admission.outbox;

import java.util.HashSet;

class BacklogDoubleTests implements BacklogContract {

    private final BacklogDouble queue = new BacklogDouble(new HashSet<>());

    @Override
    public Backlog backlog() {
        return queue;
    }

    @Override
    public long campaign() {
        return 1;
    }

    @Override
    public long campaignInAnotherPart(long than) {
        return than + 1;
    }

    @Override
    public void queue(long campaign) {
        queue.queued.add(campaign);
    }

    @Override
    public void placeAll() {
        queue.queued.clear();
    }
}
